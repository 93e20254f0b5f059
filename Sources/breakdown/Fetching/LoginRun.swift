import MatchKeys
import Platform

/// `--login`: the program that fetches asks the person itself, so no key passes through this one.
enum LoginRun {
    /// Runs it on this program's own terminal.
    static func perform() -> Int32 {
        do throws(SourceError) {
            let program = try FetchProgram.start(["login"], [.inherited, .inherited, .inherited])
            return program.wait() == .exited(0) ? ExitStatus.done : ExitStatus.failed
        } catch {
            Messages.print("\(error)")
            return ExitStatus.failed
        }
    }
}
