import SeasonAuthoring
import TUF

/// The roots that a repository has, compared with ours.
///
/// A file is no root unless one of our roots vouches for it. No machine takes such a file, but machines stop at it, so
/// the next publish removes it.
struct PublishedRoots {
    /// How many of our roots are there without a gap, from the first: the others are written again.
    let count: Int
    /// How many of our roots a client trusts there; 0 if nothing is published.
    ///
    /// A client brings the first root with it, so the file of that one may be missing.
    let trusted: Int
    /// Files that have the name of a root and are none, by their paths below the directory.
    let falsePaths: [String]

    /// Compares the roots of a repository with ours, and looks one further than our newest.
    ///
    /// Throws if there is a root that follows from ours and that we do not have.
    static func read(
        _ place: any PublishDestination, ours: RootChain
    ) throws(PublishError) -> PublishedRoots {
        guard try place.exists() else {
            return PublishedRoots(count: 0, trusted: 0, falsePaths: [])
        }
        var (count, trusted) = (0, 1)
        var isAnyThere = false
        var falsePaths: [String] = []
        for number in 1...ours.files.count + 1 {
            let name = RootChain.name(number)
            guard let found = try file(name, in: place) else {
                continue
            }
            isAnyThere = true
            let kept = ours.files.dropFirst(number - 1).first?.bytes
            if found == kept {
                if count == number - 1 { count = number }
                if trusted == number - 1 { trusted = number }
            } else if number > 1, ours.files.prefix(number - 1).map(\.bytes).vouches(for: found) {
                guard kept == nil else {
                    // Two checkouts have each made a root of this number, and the other one is published.
                    throw .refused(
                        "\(place.name)/metadata/\(name): expected root \(number) of this home, "
                            + "found one that another checkout has made",
                        "machines may trust it already: take that checkout's metadata folder "
                            + "and its keys/online.key into this home, and make your change again")
                }
                throw .refused(
                    "\(place.name)/metadata: expected \(counted(number - 1, "root")), found one more that "
                        + "follows from \(number == 2 ? "it" : "them")",
                    "bring this checkout's root metadata up to date first; if none of you made "
                        + "it, a root key is stolen: docs/SECURITY.md says what to do")
            } else {
                // No other root vouches for a first root. If one of our keys has signed the live state, this file was put there
                // later.
                if number == 1, try !isSigned(place, by: ours) {
                    throw .refused(
                        "\(place.name)/metadata/\(name): expected the root we keep, found another",
                        "another publisher was at work here, or a file was changed by hand: restore the "
                            + "directory from its backup, or publish into an empty one")
                }
                falsePaths.append("metadata/\(name)")
            }
        }
        if !isAnyThere, try file("timestamp.json", in: place) == nil { trusted = 0 }
        return PublishedRoots(count: count, trusted: trusted, falsePaths: falsePaths)
    }

    /// True if one of our online keys, of now or of before, has signed the timestamp.
    private static func isSigned(
        _ place: any PublishDestination, by ours: RootChain
    ) throws(PublishError) -> Bool {
        guard let timestamp = try file("timestamp.json", in: place),
            let past = try? PastMetadata(roots: ours.files.map(\.bytes))
        else { return false }
        return past.rootsTrusting(timestamp: timestamp) != nil
    }

    /// The file of a root or of the timestamp; nil if there is none.
    ///
    /// A file that is too long, or a page, is neither; on the web that may be a captive portal's answer.
    private static func file(
        _ name: String, in place: any PublishDestination
    ) throws(PublishError) -> [UInt8]? {
        do throws(PublishError) {
            return try place.fetcher.wholeFile(
                name, lengthBytesMax: TUFLimits.standard.rootBytesMax, at: place.name)
        } catch {
            switch error.kind {
            case .tooLong: return []
            case .webPage where !(place is Site): return []
            default: throw error
            }
        }
    }
}

extension [[UInt8]] {
    /// True if a root follows from these, whichever checkout has made it.
    fileprivate func vouches(for root: [UInt8]) -> Bool {
        (try? PastMetadata(roots: self + [root])) != nil
    }
}
