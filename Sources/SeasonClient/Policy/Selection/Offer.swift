import BundleFormat
import JSON
import Time

/// One bundle that the trusted metadata lists for this agent.
package struct Offer: Equatable, Sendable {
    package let path: String
    package let lengthBytes: Int
    /// The signed facts about it.
    package let custom: TargetCustom
    /// The zip's SHA-256, 64 lower-case hexadecimal digits.
    package let sha256: String

    /// Reads one of the repository's targets; fails if the path does not fit the signed facts, or the zip is too long.
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

extension Offer {
    /// A content that the signed record names and that is not listed any more.
    package init(recorded zip: StoredZip, _ year: BundleYear, published: String?) {
        path = TargetName(year: year, format: zip.format).path
        (lengthBytes, sha256) = (zip.lengthBytes, zip.sha256)
        custom = TargetCustom(
            year: year, version: zip.version, published: published ?? "", format: zip.format)
    }
}

extension TargetCustom {
    /// ``published`` in seconds since 1970; 0 if it is not a valid date.
    package var publishedUnixSeconds: Int64 { UTCTime(published)?.unixSeconds ?? 0 }
}

/// What trusted metadata lists, its path below the targets; the publisher's facts are not checked yet.
package typealias ListedTarget = (path: String, lengthBytes: Int, sha256: String?, custom: JSON?)

/// Everything that the trusted metadata lists for this agent, by year.
package struct Offers: Equatable, Sendable {
    package enum Refusal: Equatable, Sendable {
        /// This machine's programs do not read its level.
        case format(UnreadForm)
        /// The signed facts are wrong; the sentence says how.
        case malformed(String)
    }

    /// The offer of each year that this machine can read.
    package private(set) var accepted: [BundleYear: Offer] = [:]
    package private(set) var refused: [BundleYear: Refusal] = [:]
    /// Every listed content, of any level, with the time of its publication in seconds since 1970.
    package private(set) var listed: [BundleYear: [ContentVersion: Int64]] = [:]
    /// What is recalled, and which years are withdrawn; nil if the list is malformed, so that it changes nothing.
    package private(set) var recalls: RecallList? = RecallList()
    private(set) var recallsProblem: String?

    /// Finds the bundles and the recall list among a repository's targets; a bad bundle target holds back only its own year.
    package init(
        listed targets: [ListedTarget], formatMax: Int = BundleFormat.newest,
        limits: BundleLimits = .standard
    ) {
        var names: [BundleYear: TargetName] = [:]
        for target in targets {
            if target.path == RecallList.targetPath { readRecalls(target.custom) }
            guard let name = TargetName(target.path) else { continue }
            list(target, name)
            if let other = names.updateValue(name, forKey: name.year) {
                accepted[name.year] = nil
                refused[name.year] = .malformed(
                    "expected one target a year, found \(other) and \(name)")
            } else if name.format > formatMax {
                refused[name.year] = .format(UnreadForm(level: name.format, readMax: formatMax))
            } else {
                do throws(BundleFormatError) {
                    accepted[name.year] = try Offer(target, name, limits)
                } catch {
                    refused[name.year] = .malformed(error.description)
                }
            }
        }
    }

    private mutating func list(_ target: ListedTarget, _ name: TargetName) {
        guard let custom = try? TargetCustom(target.custom, ofTarget: target.path),
            custom.year == name.year
        else { return }
        listed[name.year, default: [:]][custom.version] = custom.publishedUnixSeconds
    }

    private mutating func readRecalls(_ custom: JSON?) {
        do throws(BundleFormatError) {
            recalls = try RecallList(custom)
        } catch {
            (recalls, recallsProblem) = (nil, error.description)
        }
    }

    /// The SHA-256 of each zip whose bundle is not on the disk: these downloads may still be needed.
    package func missing(from inventory: Inventory) -> Set<String> {
        Set(
            accepted.compactMap { (year, offer) in
                let isThere = inventory.bundles[year]?.contains(offer.custom.version) == true
                return isThere ? nil : offer.sha256
            })
    }
}

/// The level of a published bundle that this machine's programs cannot read.
package struct UnreadForm: Equatable, Sendable {
    /// Of the description language.
    package let level: Int
    /// The highest level that both the agent and the program that shows its bundles read.
    let readMax: Int

    /// Why it cannot be read, and the remedy.
    var sentence: String {
        var (programs, reads): ([String], [String]) = ([], [])
        if level > BundleFormat.newest {
            programs.append("bundle-agent")
            reads.append(
                "bundle-agent \(programVersion) reads \(BundleFormat.levels.lowerBound) to"
                    + " \(BundleFormat.newest)")
        }
        // The agent asks the program that shows bundles for no more than it reads itself.
        if readMax < BundleFormat.newest {
            programs.append("breakdown")
            reads.append("the program of the self-test reads \(readMax) at most")
        }
        return "needs level \(level) of the description language: a newer"
            + " \(programs.joined(separator: " and ")) (\(reads.joined(separator: "; ")))"
    }
}
