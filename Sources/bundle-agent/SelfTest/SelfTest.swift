import Files
import Glibc
import TUF

/// The command that a new bundle has to pass before it is served, and what it is given.
///
/// It runs with the bundle's folder as its last argument, without input, with a minimal environment, in a
/// session of its own that is killed as a whole, and without the right to write (``ConfinedProcess``).
struct SelfTest: Equatable, Sendable {
    /// The program's path, then its arguments.
    let command: [String]
    /// After this it is killed, and the bundle counts as failed.
    let timeLimit: Duration
    /// Tells this program from another version of it, which may judge otherwise.
    let identity: String

    /// Starts it on one bundle.
    ///
    /// - Parameter folder: the bundle's folder.
    /// - Returns: the test at work.
    /// - Throws: ``AgentError`` where the program cannot be run.
    func start(_ folder: String) throws(AgentError) -> ConfinedProcess {
        do throws(ConfinedProcess.StartError) {
            // It runs in another working directory.
            return try ConfinedProcess(command + [Files.absolute(folder)], timeLimit: timeLimit)
        } catch {
            throw .selfTestNotRun(program: command[0], problem: error.description)
        }
    }

    /// What its end says of the bundle; nothing where the bundle passes.
    ///
    /// - Parameter end: how it ended.
    /// - Throws: ``AgentError``: refused where the bundle does not pass, another family where it could not
    ///   be tested, so that nothing is held against it.
    func judge(_ end: ConfinedProcess.End) throws(AgentError) {
        switch end {
        case .exited(status: 0, _): return
        case .exited(let status, let output) where Self.undecided.contains(status):
            throw .selfTestUndecided("exit status \(status)\(Self.quoted(output))")
        case .exited(let status, let output):
            throw .selfTest("exit status \(status)\(Self.quoted(output))")
        // Not ours, whose end is another case: memory ran out, or somebody ended it.
        case .killed(SIGKILL, let output):
            throw .selfTestUndecided("ended by signal \(SIGKILL)\(Self.quoted(output))")
        case .killed(let signal, let output):
            throw .selfTest("ended by signal \(signal)\(Self.quoted(output))")
        case .timedOut:
            throw .selfTest("no end within \(timeLimit.components.seconds) seconds")
        case .cancelled: throw .update(.transfer(.cancelled))
        }
    }

    /// Exit statuses that say nothing of the bundle: `EX_TEMPFAIL` (sysexits.h), and what a shell or the
    /// dynamic linker answers for a program that does not run (POSIX.1-2017, 2.8.2).
    private static let undecided: Set<Int32> = [75, 126, 127]

    /// The first line that the program printed, short and harmless.
    private static func quoted(_ output: [UInt8]) -> String {
        let line = output.drop { $0 <= 0x20 }.prefix { $0 != UInt8(ascii: "\n") }
        let text = String(decoding: line.prefix(300), as: UTF8.self)
        let shown = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? "?" : scalar
                }))
        return shown.isEmpty ? "" : ": \(shown)"
    }
}
