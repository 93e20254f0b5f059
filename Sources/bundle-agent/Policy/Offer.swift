import BundleFormat
import JSON
import TUF

/// One bundle that the trusted metadata has for us.
struct Offer: Equatable, Sendable {
    /// The file to fetch; its length and SHA-256 are known.
    let target: TargetFile
    /// What the publisher says of it.
    let custom: TargetCustom
    /// The zip's SHA-256, 64 lower-case hexadecimal digits.
    let sha256: String

    /// Reads one of the repository's targets.
    ///
    /// - Parameters:
    ///   - target: what the metadata lists.
    ///   - name: what its path says.
    ///   - limits: what a bundle may be.
    /// - Throws: ``BundleFormatError`` where path and signed description do not fit, or the zip is too long.
    init(_ target: TargetFile, _ name: TargetName, _ limits: BundleLimits) throws(BundleFormatError)
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
    var publishedUnixSeconds: Int64 { UTCTime(published)?.unixSeconds ?? 0 }
}

/// What the trusted metadata has for us, by year.
struct Offers: Equatable, Sendable {
    /// Why a year's target is none for us.
    enum Refusal: Equatable, Sendable {
        /// Only formats that this agent's renderers do not read.
        case format(Int)
        /// The description is wrong; the sentence says how.
        case malformed(String)
    }

    /// For each year the newest format that this build reads.
    var accepted: [BundleYear: Offer] = [:]
    /// The years that have a target, but none we can take.
    var refused: [BundleYear: Refusal] = [:]

    /// Picks the bundles among a repository's targets; one bad target holds back its own year alone.
    ///
    /// - Parameters:
    ///   - targets: what the metadata lists, bundles and whatever else.
    ///   - formatMax: the newest format that this build reads.
    ///   - limits: what a bundle may be.
    init(
        _ targets: [TargetFile], formatMax: Int = BundleFormat.current,
        limits: BundleLimits = .standard
    ) {
        for target in targets {
            guard let name = TargetName(target.path) else { continue }
            guard name.format <= formatMax else {
                if refused[name.year] == nil { refused[name.year] = .format(name.format) }
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

    /// The SHA-256 of each zip whose bundle is not there: what a download may still be wanted for.
    ///
    /// - Parameter inventory: what is there.
    /// - Returns: 64 lower-case hexadecimal digits each.
    func missing(from inventory: Inventory) -> Set<String> {
        Set(
            accepted.compactMap { (year, offer) in
                let isThere = inventory.bundles[year]?.contains(offer.custom.version) == true
                return isThere ? nil : offer.sha256
            })
    }
}
