import TUF

/// The roots that a repository has, compared with ours.
///
/// A root that no root of ours vouches for is no root, and no machine takes it. But machines stop at it, so the next
/// publish removes it.
struct PublishedRoots {
    /// How many of our roots are there without a gap, from the first: the others are written again.
    let count: Int
    /// How many of our roots a client trusts there, which brings the first one with it; 0 if nothing is published.
    ///
    /// So a missing first root takes nothing away from the others.
    let trusted: Int
    /// Files that have the name of a root and are none: names under `metadata/`.
    let falseNames: [String]

    /// Compares the roots of a repository with ours, and looks one further than our newest.
    ///
    /// - Throws: ``PublishError/refused(_:)`` if there is a root that follows from ours and that we do not have.
    static func read(
        _ fetcher: any Fetcher, at place: String, ours: RootChain, isOnTheWeb: Bool = true
    ) throws(PublishError) -> PublishedRoots {
        var (count, trusted) = (0, 1)
        var isAnyThere = false
        var falseNames: [String] = []
        for number in 1...ours.files.count + 1 {
            let name = RootChain.name(number)
            guard let found = try file(name, of: fetcher, at: place, isOnTheWeb) else {
                continue
            }
            isAnyThere = true
            let kept = ours.files.dropFirst(number - 1).first?.bytes
            if found == kept {
                if count == number - 1 { count = number }
                if trusted == number - 1 { trusted = number }
            } else if number > 1, ours.prefix(number - 1).vouches(for: found) {
                throw .refused(
                    kept == nil
                        ? .moreRoots(metadata: "\(place)/metadata", ours: number - 1)
                        : .forkedRoot(path: "\(place)/metadata/\(name)", number: number))
            } else {
                // No other root vouches for a first root. If one of our keys has signed what is live, this file was put there
                // later.
                if number == 1, try !isSigned(fetcher, by: ours, at: place, isOnTheWeb) {
                    throw .refused(.otherRoot(path: "\(place)/metadata/\(name)"))
                }
                falseNames.append(name)
            }
        }
        if !isAnyThere, try file("timestamp.json", of: fetcher, at: place, isOnTheWeb) == nil {
            trusted = 0
        }
        return PublishedRoots(count: count, trusted: trusted, falseNames: falseNames)
    }

    /// Compares the roots of a place with ours; see ``read(_:at:ours:isOnTheWeb:)``.
    static func read(
        _ destination: any PublishDestination, ours: RootChain
    ) throws(PublishError) -> PublishedRoots {
        guard try destination.exists() else {
            return PublishedRoots(count: 0, trusted: 0, falseNames: [])
        }
        return try read(
            destination.fetcher, at: destination.name, ours: ours,
            isOnTheWeb: destination is ReadOnlySite)
    }

    /// True if one of our online keys, of now or of before, has signed the timestamp.
    private static func isSigned(
        _ fetcher: any Fetcher, by ours: RootChain, at place: String, _ isOnTheWeb: Bool
    ) throws(PublishError) -> Bool {
        guard let timestamp = try file("timestamp.json", of: fetcher, at: place, isOnTheWeb),
            let past = try? PastMetadata(roots: ours.files.map(\.bytes))
        else { return false }
        return past.rootsTrusting(timestamp: timestamp) != nil
    }

    /// The file of a root or of the timestamp; nil if there is none.
    ///
    /// A file that is too long, or a page, is neither.
    private static func file(
        _ name: String, of fetcher: any Fetcher, at place: String, _ isOnTheWeb: Bool
    ) throws(PublishError) -> [UInt8]? {
        do throws(PublishError) {
            return try fetcher.wholeFile(
                name, lengthBytesMax: TUFLimits.standard.rootBytesMax, at: place)
        } catch {
            switch error {
            case .place(_, .transfer(.tooLong)): return []
            case .place(_, .webPage) where !isOnTheWeb: return []
            default: throw error
            }
        }
    }
}

extension RootChain {
    /// The name of a root under `metadata/`.
    static func name(_ number: Int) -> String { "\(number).root.json" }

    /// The first roots of the chain.
    fileprivate func prefix(_ count: Int) -> [[UInt8]] { files.prefix(count).map(\.bytes) }
}

extension [[UInt8]] {
    /// True if a root follows from these, whoever has made it.
    fileprivate func vouches(for root: [UInt8]) -> Bool {
        (try? PastMetadata(roots: self + [root])) != nil
    }
}
