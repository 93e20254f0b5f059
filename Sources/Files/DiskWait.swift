import Glibc

/// Waits in threads until the disk has many files, while its owner goes on with other work.
///
/// A disk needs about as long for several files at the same time as for one. So each thread waits for a share of
/// the files. The threads only wait; the owner makes every change of the disk.
package final class DiskWait {
    /// Files and folders that succeed or fail together.
    package struct Group {
        let descriptors: [Descriptor]

        package var count: Int { descriptors.count }

        /// Keeps files and folders open until the disk has them; throws if a file is closed, or a folder cannot be synced.
        package init(_ files: [FileWriter], _ folders: [Folder]) throws(FileError) {
            descriptors =
                try files.map { (file) throws(FileError) in try file.opened() }
                + folders.map { (folder) throws(FileError) in try folder.opened() }
        }

        init(_ descriptors: [Descriptor]) {
            self.descriptors = descriptors
        }

        /// Returns when the disk has all of it; throws the error of the first that failed.
        package func sync() throws(FileError) {
            if let failure = DiskWait([self]).end()[0] { throw failure }
        }
    }

    /// The number of threads; more threads helped on no disk that we measured.
    private static let threadsMax = 8

    private let groupCount: Int
    private let shares: [(share: Share, thread: pthread_t?)]

    package init(_ groups: [Group]) {
        groupCount = groups.count
        let all = groups.enumerated().flatMap { (group, files) in
            files.descriptors.map { (group, $0) }
        }
        let count = min(Self.threadsMax, all.count)
        shares = (0..<count).map { first in
            let share = Share(stride(from: first, to: all.count, by: count).map { all[$0] })
            // One file needs no thread: ``end()`` waits for it.
            return (share, all.count > 1 ? Self.start(share) : nil)
        }
    }

    deinit { _ = end() }

    /// The first error of each group, nil if the disk has all of it; a second call returns at once.
    package func end() -> [FileError?] {
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

    /// The files one thread waits for; its owner reads it only after that thread has ended.
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
                    try descriptor.sync()
                } catch {
                    failures[group] = error
                }
            }
        }

        func end(_ thread: pthread_t?) {
            guard !hasEnded else { return }
            hasEnded = true
            // If the system had no thread to give, the owner waits itself.
            if let thread { pthread_join(thread, nil) } else { run() }
        }
    }
}
