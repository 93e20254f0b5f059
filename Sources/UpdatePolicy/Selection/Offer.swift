import BundleFormat
import JSON
import UTC

/// One bundle that the trusted metadata lists for this agent.
package struct Offer: Equatable, Sendable {
    /// Its path below the repository's targets.
    package let path: String
    /// The zip's length.
    package let lengthBytes: Int
    /// The signed facts about it.
    package let custom: TargetCustom
    /// The zip's SHA-256, 64 lower-case hexadecimal digits.
    package let sha256: String

    /// Reads one of the repository's targets.
    ///
    /// - Parameters:
    ///   - target: the target in the metadata.
    ///   - name: its path.
    ///   - limits: the limits of a bundle.
    /// - Throws: ``BundleFormatError`` if the path does not fit the signed facts, or the zip is too
    ///   long.
    package init(_ target: ListedTarget, _ name: TargetName, _ limits: BundleLimits)
        throws(BundleFormatError)
    {
        (custom, sha256) = try TargetCustom.checked(
            target.custom, of: name, sha256: target.sha256, lengthBytes: target.lengthBytes,
            limits: limits)
        path = target.path
        lengthBytes = target.lengthBytes
    }
}

extension TargetCustom {
    /// ``published`` in seconds since 1970; 0 if it is not a valid date.
    package var publishedUnixSeconds: Int64 { UTCTime(published)?.unixSeconds ?? 0 }
}

/// Everything that the trusted metadata lists for this agent, by year.
package struct Offers: Equatable, Sendable {
    /// Why the agent cannot take a year's target.
    package enum Refusal: Equatable, Sendable {
        /// The year is offered only in forms that this machine's programs do not read.
        case format(UnreadForm)
        /// The signed facts are wrong; the sentence says how.
        case malformed(String)
    }

    /// The offer of each year, in the newest format that this build reads.
    package var accepted: [BundleYear: Offer] = [:]
    /// The years whose targets cannot be taken.
    package var refused: [BundleYear: Refusal] = [:]
    /// The years with a form for newer programs, the newest of them; another form of the year may still
    /// be accepted.
    package private(set) var beyond: [BundleYear: UnreadForm] = [:]
    /// Every listed content, in any format, with the time of its publication in seconds since 1970.
    package private(set) var listed: [BundleYear: [ContentVersion: Int64]] = [:]
    /// The recalled contents of each listed year; empty if there are none.
    package private(set) var recalled: [BundleYear: Set<ContentVersion>] = [:]

    /// Finds the bundles among a repository's targets; a bad target holds back only its own year.
    ///
    /// - Parameters:
    ///   - targets: all targets of the metadata.
    ///   - formatMax: the highest level that this build and its renderer read.
    ///   - limits: the limits of a bundle.
    package init(
        listed targets: [ListedTarget], formatMax: Int = BundleFormat.newest,
        limits: BundleLimits = .standard
    ) {
        for target in targets {
            guard let name = TargetName(target.path) else { continue }
            list(target, name)
            guard name.format <= formatMax else {
                let form = UnreadForm(level: name.format, readMax: formatMax)
                if refused[name.year] == nil { refused[name.year] = .format(form) }
                if beyond[name.year]?.level ?? 0 < form.level { beyond[name.year] = form }
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

    /// Records the contents of a target, in any format.
    private mutating func list(_ target: ListedTarget, _ name: TargetName) {
        guard let custom = try? TargetCustom(target.custom, ofTarget: target.path),
            custom.year == name.year
        else { return }
        listed[name.year, default: [:]][custom.version] = custom.publishedUnixSeconds
        recalled[name.year, default: []].formUnion(custom.recalled)
    }

    /// The SHA-256 of each zip whose bundle is not on the disk: these downloads may still be
    /// needed.
    ///
    /// - Parameter inventory: what is on the disk.
    /// - Returns: 64 lower-case hexadecimal digits each.
    package func missing(from inventory: Inventory) -> Set<String> {
        Set(
            accepted.compactMap { (year, offer) in
                let isThere = inventory.bundles[year]?.contains(offer.custom.version) == true
                return isThere ? nil : offer.sha256
            })
    }
}
