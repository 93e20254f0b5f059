import BundleFormat
import JSON
import TUF

/// One bundle that the trusted metadata has for us.
package struct Offer: Equatable, Sendable {
    /// The file to fetch; its length and SHA-256 are known.
    package let target: TargetFile
    /// What the publisher says of it.
    package let custom: TargetCustom
    /// The zip's SHA-256, 64 lower-case hexadecimal digits.
    package let sha256: String

    /// Reads one of the repository's targets.
    ///
    /// - Parameters:
    ///   - target: what the metadata lists.
    ///   - name: what its path says.
    ///   - limits: what a bundle may be.
    /// - Throws: ``BundleFormatError`` where path and signed description do not fit, or the zip is too long.
    package init(_ target: TargetFile, _ name: TargetName, _ limits: BundleLimits)
        throws(BundleFormatError)
    {
        func wrong(_ problem: String) -> BundleFormatError {
            BundleFormatError(subject: target.path, problem: problem)
        }
        guard let json = target.custom else { throw wrong("expected a custom member, found none") }
        custom = try TargetCustom(JSONCursor(json))
        guard custom.year == name.year, custom.format == name.format else {
            throw wrong("expected \(name), found f\(custom.format)/\(custom.year) in custom")
        }
        guard let sha256 = target.sha256, ContentVersion(sha256) != nil else {
            throw wrong("expected a SHA-256, found none")
        }
        guard target.lengthBytes <= limits.zipBytesMax else {
            throw wrong("expected at most \(limits.zipBytesMax) bytes, found \(target.lengthBytes)")
        }
        self.target = target
        self.sha256 = sha256
    }
}

extension TargetCustom {
    /// ``published`` in seconds since 1970; 0 for a day that no calendar has.
    package var publishedUnixSeconds: Int64 { UTCTime(published)?.unixSeconds ?? 0 }
}

/// What the trusted metadata has for us, by year.
package struct Offers: Equatable, Sendable {
    /// Why a year's target is none for us.
    package enum Refusal: Equatable, Sendable {
        /// Only formats that this agent's renderers do not read.
        case format(Int)
        /// The description is wrong; the sentence says how.
        case malformed(String)
    }

    /// For each year the newest format that this build reads.
    package var accepted: [BundleYear: Offer] = [:]
    /// The years that have a target, but none we can take.
    package var refused: [BundleYear: Refusal] = [:]
    /// The years that have a form which needs a newer program, and the level it needs; another form may be
    /// accepted all the same.
    package private(set) var beyond: [BundleYear: Int] = [:]
    /// Every content that is listed, in whatever format: when it was published, in seconds since 1970.
    package private(set) var listed: [BundleYear: [ContentVersion: Int64]] = [:]
    /// The contents that a year's targets recall; empty where a year is listed and recalls none.
    package private(set) var recalled: [BundleYear: Set<ContentVersion>] = [:]

    /// Picks the bundles among a repository's targets; one bad target holds back its own year alone.
    ///
    /// - Parameters:
    ///   - targets: what the metadata lists, bundles and whatever else.
    ///   - formatMax: the highest level that this build and its renderer read.
    ///   - limits: what a bundle may be.
    package init(
        _ targets: [TargetFile], formatMax: Int = BundleFormat.newest,
        limits: BundleLimits = .standard
    ) {
        for target in targets {
            guard let name = TargetName(target.path) else { continue }
            list(target, name)
            guard name.format <= formatMax else {
                if refused[name.year] == nil { refused[name.year] = .format(name.format) }
                beyond[name.year] = max(beyond[name.year] ?? 0, name.format)
                continue
            }
            if let known = accepted[name.year], known.custom.format > name.format { continue }
            do throws(BundleFormatError) {
                accepted[name.year] = try Offer(target, name, limits)
            } catch {
                refused[name.year] = .malformed(error.description)
            }
        }
        for year in accepted.keys { refused[year] = nil }
    }

    /// Keeps what a target says of contents, whether or not this program reads their format.
    private mutating func list(_ target: TargetFile, _ name: TargetName) {
        guard let json = target.custom, let custom = try? TargetCustom(JSONCursor(json)),
            custom.year == name.year
        else { return }
        listed[name.year, default: [:]][custom.version] = custom.publishedUnixSeconds
        recalled[name.year, default: []].formUnion(custom.recalled)
    }

    /// The SHA-256 of each zip whose bundle is not there: what a download may still be wanted for.
    ///
    /// - Parameter inventory: what is there.
    /// - Returns: 64 lower-case hexadecimal digits each.
    package func missing(from inventory: Inventory) -> Set<String> {
        Set(
            accepted.compactMap { (year, offer) in
                let isThere = inventory.bundles[year]?.contains(offer.custom.version) == true
                return isThere ? nil : offer.sha256
            })
    }
}
