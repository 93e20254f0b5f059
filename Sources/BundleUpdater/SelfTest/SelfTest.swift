import Files
import PlainText
import Glibc
import TUF

/// The command that a new bundle has to pass before it is served, and what it is given.
///
/// It runs with the bundle's folder as its last argument, without input and with a minimal environment. It can
/// read that folder and programs, and nothing else (``SelfTestAccess``); it can write nothing, reach nobody and
/// leave nothing behind (``ConfinedProcess``).
package struct SelfTest: Equatable, Sendable {
    /// The program's path, then its arguments.
    package let command: [String]
    /// After this it is killed, and nothing is held against the bundle: the machine was too slow.
    package let timeLimit: Duration
    /// Tells this program from another version of it, which may judge otherwise.
    package let identity: String
    /// The newest version of the kernel's Landlock that is used; tests take 0 for a kernel without it.
    package var landlockVersionMax: Int32 = .max

    /// Starts it on one bundle.
    ///
    /// - Parameter folder: the bundle's folder.
    /// - Returns: the test at work.
    /// - Throws: ``AgentError`` where the program cannot be run.
    package func start(_ folder: String) throws(AgentError) -> ConfinedProcess {
        do throws(ConfinedProcess.StartError) {
            // It runs in another working directory.
            let folder = Paths.absolute(folder)
            var access = SelfTestAccess(command, folder: folder)
            access.landlockVersionMax = landlockVersionMax
            return try ConfinedProcess(
                command + [folder], access: access, limits: SelfTestLimits(time: timeLimit))
        } catch {
            throw .selfTestNotRun(program: command[0], problem: error.description)
        }
    }

    /// What its end says of the bundle; nothing where the bundle passes.
    ///
    /// - Parameter end: how it ended.
    /// - Throws: ``AgentError``: refused where the bundle does not pass, another family where it could not
    ///   be tested, so that nothing is held against it.
    package func judge(_ end: ConfinedProcess.End) throws(AgentError) {
        switch end {
        case .exited(status: 0, _): return
        case .exited(status: Self.wrong, let output):
            throw .selfTest("exit status \(Self.wrong)\(Self.quoted(output))")
        case .exited(let status, let output):
            throw .selfTestUndecided("exit status \(status)\(Self.quoted(output))")
        // Out of memory, ended by somebody, or a crash, which is the program's fault.
        case .killed(let signal, let output):
            throw .selfTestCutOff("ended by signal \(signal)\(Self.quoted(output))")
        // Rendering has a limit of its own, counted in steps. A content at that limit ends in time.
        case .timedOut:
            throw .selfTestCutOff("no end within \(timeLimit.components.seconds) seconds")
        case .cancelled: throw .update(.transfer(.cancelled))
        }
    }

    /// The one exit status that says that the bundle is wrong.
    ///
    /// Every other status, and every signal, is how a program ends that could not do its work.
    private static let wrong: Int32 = 2

    /// The first line that the program printed, short and harmless.
    private static func quoted(_ output: [UInt8]) -> String {
        let line = output.drop { $0 <= 0x20 }.prefix { $0 != UInt8(ascii: "\n") }
        let text = String(decoding: line.prefix(300), as: UTF8.self)
        let shown = PlainText.line(text)
        return shown.isEmpty ? "" : ": \(shown)"
    }
}
