import Glibc

/// Waits for the disk for many files at once.
///
/// A disk takes about as long for one file as for several that are asked for at the same time, so each
/// wait is a thread's. Nothing else happens there: what changes the disk stays with the caller.
enum DiskWait {
    /// Threads that wait, the caller's among them: more bring no disk measured anything.
    static let threadsMax = 8

    /// Returns once the disk has all of them.
    ///
    /// - Parameter descriptors: open files and folders.
    /// - Throws: ``FileError`` of the first of them that failed.
    static func synchronize(_ descriptors: [Descriptor]) throws(FileError) {
        let shares = (0..<min(threadsMax, descriptors.count)).map { first in
            Share(
                stride(from: first, to: descriptors.count, by: threadsMax).map { descriptors[$0] })
        }
        let threads = shares.dropFirst().map { ($0, start($0)) }
        shares.first?.run()
        for (share, thread) in threads {
            // Where the system gave no thread the caller waits itself.
            if let thread { pthread_join(thread, nil) } else { share.run() }
        }
        for share in shares {
            if let failure = share.failure { throw failure }
        }
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
        private let descriptors: [Descriptor]
        private(set) var failure: FileError?

        init(_ descriptors: [Descriptor]) {
            self.descriptors = descriptors
        }

        func run() {
            do throws(FileError) {
                for descriptor in descriptors { try descriptor.synchronize() }
            } catch {
                failure = error
            }
        }
    }
}
