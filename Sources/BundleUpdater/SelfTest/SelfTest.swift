import Files
import Glibc
import PlainText
import SeasonClient
import TUF

/// The command that a new bundle must pass before it is served, with its limits.
///
/// It runs with the bundle's folder as its last argument, without input and with a minimal
/// environment. It can read only that folder and programs (``ConfinedAccess``). It can write
/// nothing, connect to nothing and leave nothing behind (``ConfinedProcess``).
package struct SelfTest: Equatable, Sendable {
    /// The program's path, then its arguments.
    package let command: [String]
    /// After this time it is killed.
    ///
    /// The bundle is not blamed, because the machine was too slow.
    package let timeLimit: Duration
    /// Identifies the version of this program; another version may decide otherwise.
    package let identity: String
    /// Whether the program can test several bundles in one start, each in a process of its own.
    ///
    /// Only our own program promises to keep the bundles apart (adr/0025).
    package var testsSeveral = false
    /// The newest version of the kernel's Landlock to use; tests use 0 for a kernel without it.
    package var landlockVersionMax: Int32 = .max

    /// Starts the test of one bundle.
    ///
    /// - Throws: ``AgentError`` if the program cannot be started.
    package func start(_ folder: String) throws(AgentError) -> ConfinedProcess {
        do throws(ConfinedProcess.StartError) {
            // The path must be absolute, because the test runs in another working directory.
            let folder = Paths.absolute(folder)
            var access = ConfinedAccess(command, folders: [folder])
            access.landlockVersionMax = landlockVersionMax
            return try ConfinedProcess(
                command + [folder], access: access, limits: ConfinedLimits(time: timeLimit))
        } catch {
            throw .selfTestNotRun(command[0], error)
        }
    }

    /// What the end of the test says about the bundle; returns if the bundle passes.
    ///
    /// - Throws: ``AgentError``: refused if the bundle does not pass; another family if it could
    ///   not be tested, so that the bundle is not blamed.
    package func requirePass(_ end: ConfinedProcess.End) throws(AgentError) {
        switch end {
        case .exited(status: 0, _): return
        case .exited(status: Self.wrong, let output):
            throw .selfTest("exit status \(Self.wrong)\(Self.quoted(output))")
        case .exited(let status, let output):
            throw .selfTestUndecided("exit status \(status)\(Self.quoted(output))")
        // Memory ran out, it was killed, or it crashed; that is the program's fault.
        case .killed(let signal, let output):
            throw .selfTestCutOff("ended by signal \(signal)\(Self.quoted(output))")
        // Drawing has its own limit, counted in steps. A content at that limit ends in time.
        case .timedOut:
            throw .selfTestCutOff("no end within \(timeLimit.components.seconds) seconds")
        case .cancelled: throw .update(.transfer(.cancelled))
        }
    }

    /// The only exit status that says that the bundle is wrong.
    ///
    /// A program that could not do its work ends with another status, or with a signal.
    private static let wrong: Int32 = 2

    /// The first line of the program's output, short and harmless.
    private static func quoted(_ output: [UInt8]) -> String {
        let line = output.drop { $0 <= 0x20 }.prefix { $0 != UInt8(ascii: "\n") }
        let shown = PlainText.line(String(decoding: line.prefix(300), as: UTF8.self))
        return shown.isEmpty ? "" : ": \(shown)"
    }
}
