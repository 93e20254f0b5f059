import CLinux
import Files
import Glibc

/// Tests several bundles, each in a child of this process.
///
/// This process starts once for all bundles, and opens none of their files. A child tests one bundle, can
/// read only that bundle, and has no way to print. So a bundle that takes control of its child can say
/// nothing about another bundle. Only this process prints, and it trusts only the way in which a child
/// ended (adr/0025).
struct TestInChildren: ~Copyable {
    /// The bundles' folders.
    let folders: [String]
    /// The largest number of children at the same time; 1 or more.
    let atOnce: Int

    /// The children that run, each with the position of its folder.
    private var running: [pid_t: Int] = [:]
    private var passed = 0
    private var output = Output()

    /// Makes a test and starts nothing yet.
    init(_ folders: [String], atOnce: Int) {
        self.folders = folders
        self.atOnce = max(1, atOnce)
    }

    /// Tests all bundles, and prints `passed 3` as soon as the bundle at position 3 has passed.
    ///
    /// The first position is 0. A bundle that did not pass is not mentioned; the caller tests it alone to
    /// find the reason.
    ///
    /// - Returns: the exit status: ``ExitStatus/done`` if all passed, else `untested`. It never says
    ///   that a bundle is wrong.
    consuming func perform() -> Int32 {
        guard clinux_refuse_inspection() == 0 else { return ExitStatus.untested }
        var next = 0
        do throws(FileError) {
            while next < folders.count || !running.isEmpty {
                while next < folders.count, running.count < atOnce, start(next) { next += 1 }
                // The system could not start even one child.
                guard !running.isEmpty else { break }
                try reportEnd()
            }
        } catch {
            // The reader of the results has gone, so the other bundles need no test.
            return ExitStatus.untested
        }
        return passed == folders.count ? ExitStatus.done : ExitStatus.untested
    }

    /// Starts the child for one bundle; the child never returns from here.
    ///
    /// - Returns: false if the system gives no process.
    private mutating func start(_ position: Int) -> Bool {
        let child = clinux_start_child(folders[position])
        if child == 0 {
            let test = BundleTest(folder: folders[position])
            _exit(test.perform())
        }
        if child > 0 { running[child] = position }
        return child > 0
    }

    /// Waits until a child has ended, and prints its position if the bundle passed.
    private mutating func reportEnd() throws(FileError) {
        var status: Int32 = 0
        let ended = waitpid(-1, &status, 0)
        guard ended > 0 else {
            if errno != EINTR { running = [:] }
            return
        }
        // A process with another number is not one that this process started.
        guard let position = running.removeValue(forKey: ended), status == 0 else { return }
        passed += 1
        try output.print("passed \(position)\n")
        try output.flush()
    }
}
