import BundleFormat
import JSON
import TUF

/// A content of a season that was given or shown: where its zip is, and what is known of its origin.
package struct KnownContent: Equatable, Sendable {
    package let zip: StoredZip
    /// The version of the state from which on it was given or shown: a Unix second.
    package var since: Int64
    /// The commit of the season's folder that it was compiled from; for a removed season the one that removed it.
    package var commit: String?
    /// The hash of the source files that it was compiled from: ``SourceHash``.
    package var source: String?
    /// The rollout that it began with; nil for every machine at once.
    package var begun: Rollout?

    package init(
        _ zip: StoredZip, since: Int64, commit: String? = nil, source: String? = nil,
        begun: Rollout? = nil
    ) {
        (self.zip, self.since, self.commit) = (zip, since, commit)
        (self.source, self.begun) = (source, begun)
    }

    package var version: ContentVersion { zip.version }
    package var published: String { UTCTime(unixSeconds: since).description }

    init(_ cursor: JSONCursor) throws(JSONShapeError) {
        zip = try StoredZip(cursor)
        since = try cursor.member("published").text("a time as 2026-03-01T12:00:00Z") {
            UTCTime($0)?.unixSeconds
        }
        commit = try cursor.optional("commit")?.text("40 or 64 hex digits") {
            TargetCustom.isCommit($0) ? $0 : nil
        }
        source = try cursor.optional("source").map { (source) throws(JSONShapeError) in
            try source.text("64 hex digits") { ContentVersion($0)?.hex }
        }
        begun = try cursor.optional("rollout").map { (rollout) throws(JSONShapeError) in
            try Rollout(rollout)
        }
    }

    var json: JSON {
        var members = zip.members
        members["commit"] = commit.map { .string($0) }
        members["published"] = .string(published)
        members["rollout"] = begun?.json
        members["source"] = source.map { .string($0) }
        return .object(members)
    }
}

extension [KnownContent] {
    /// The first of each version.
    var withoutRepeats: [KnownContent] {
        var seen: Set<ContentVersion> = []
        return filter { seen.insert($0.version).inserted }
    }
}

extension StoredZip {
    init(_ bundle: PublishedBundle) {
        self.init(
            version: bundle.custom.version, format: bundle.custom.format,
            sha256: bundle.target.sha256 ?? "", lengthBytes: bundle.target.lengthBytes)
    }

    func path(_ year: BundleYear) -> String {
        "targets/f\(format)/\(year)/\(sha256).bundle.zip"
    }

    func target(_ custom: TargetCustom) -> PublishedBundle {
        PublishedBundle(
            target: TargetFile(
                path: TargetName(year: custom.year, format: format).path, lengthBytes: lengthBytes,
                hashes: ["sha256": sha256], custom: custom.json),
            custom: custom)
    }
}
