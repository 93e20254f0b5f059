import Glibc

/// Waits for the disk for many files at once, beside what its owner does meanwhile.
///
/// A disk takes about as long for one file as for several that are asked for at the same time, so each
/// wait is a thread's. Nothing else happens there: what changes the disk stays with the owner.
public final class DiskWait {
    /// Files and folders that stand or fall together.
    public struct Group {
        let descriptors: [Descriptor]

        /// How many files and folders it holds open.
        public var count: Int { descriptors.count }

        /// Takes what is open.
        ///
        /// - Parameters:
        ///   - files: with everything written.
        ///   - folders: with every name in them.
        /// - Throws: ``FileError`` where a file is closed.
        public init(_ files: [FileWriter], _ folders: [Folder]) throws(FileError) {
            descriptors =
                try files.map { (file) throws(FileError) in try file.opened() }
                + folders.map(\.descriptor)
        }

        init(_ descriptors: [Descriptor]) {
            self.descriptors = descriptors
        }

        /// Returns once the disk has all of it.
        ///
        /// - Throws: ``FileError`` of the first that failed.
        public func synchronize() throws(FileError) {
            if let failure = DiskWait([self]).end()[0] { throw failure }
        }
    }

    /// Threads that wait: more bring no disk measured anything.
    private static let threadsMax = 8

    private let groupCount: Int
    private let shares: [(share: Share, thread: pthread_t?)]

    /// Begins.
    ///
    /// - Parameter groups: what to wait for; held open as long as this is.
    public init(_ groups: [Group]) {
        groupCount = groups.count
        let all = groups.enumerated().flatMap { (group, files) in
            files.descriptors.map { (group, $0) }
        }
        let count = min(Self.threadsMax, all.count)
        shares = (0..<count).map { first in
            let share = Share(stride(from: first, to: all.count, by: count).map { all[$0] })
            // A wait for one file is as well done by whoever asks for its end.
            return (share, all.count > 1 ? Self.start(share) : nil)
        }
    }

    deinit { _ = end() }

    /// Returns once the disk has all of them, or has failed to; a second time at once.
    ///
    /// - Returns: for each group the first error of its files; nil where all are on the disk.
    public func end() -> [FileError?] {
        var failures = [FileError?](repeating: nil, count: groupCount)
        for (share, thread) in shares {
            share.end(thread)
            for (group, failure) in share.failures where failures[group] == nil {
                failures[group] = failure
            }
        }
        return failures
    }

    private static func start(_ share: Share) -> pthread_t? {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(share)
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Share>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        guard code == 0 else {
            argument.release()
            return nil
        }
        return thread
    }

    /// What one thread waits for; its owner looks at it again when that thread has ended.
    private final class Share {
        private let descriptors: [(group: Int, descriptor: Descriptor)]
        private(set) var failures: [Int: FileError] = [:]
        private var hasEnded = false

        init(_ descriptors: [(group: Int, descriptor: Descriptor)]) {
            self.descriptors = descriptors
        }

        func run() {
            for (group, descriptor) in descriptors where failures[group] == nil {
                do throws(FileError) {
                    try descriptor.synchronize()
                } catch {
                    failures[group] = error
                }
            }
        }

        /// Called by the owner alone.
        func end(_ thread: pthread_t?) {
            guard !hasEnded else { return }
            hasEnded = true
            // Where the system gave no thread the owner waits itself.
            if let thread { pthread_join(thread, nil) } else { run() }
        }
    }
}
