import BundleArchive
import Files
import Platform
import SeasonClient
import TUF

/// Why nothing was exported, and the remedy.
package struct ExportError: Error, Equatable, Sendable {
    package let message: String
    /// How serious it is for `export`.
    package var severity = Severity.failed
    /// Whether a poll that is at work may be what keeps the files apart.
    var mayPass = false

    init(_ message: String) { self.message = message }

    static let nothing = ExportError(
        "nothing to export: this machine has verified no repository yet; run"
            + " 'bundle-agent poll'")

    static let otherRoot = ExportError(
        "nothing to export: this machine polled with other root metadata; name that file with --root, or"
            + " run 'bundle-agent poll' with this one first")

    static let untrusted = refused(
        "nothing to export: only a superseded key has signed what this machine had, and nothing newer is"
            + " here; 'bundle-agent poll' says why")

    static let damaged = passing(
        "nothing to export: the verified metadata in the state folder is incomplete; run"
            + " 'bundle-agent poll', then export again")

    static func expired(at time: UTCTime) -> ExportError {
        refused(
            "nothing to export: the metadata of this machine expired at \(time); run 'bundle-agent poll'"
                + " with a network")
    }

    /// A client would not accept what was gathered.
    static func unverified(_ error: UpdateError) -> ExportError {
        passing(
            "\(error); the state folder is damaged or being changed: run 'bundle-agent poll', then"
                + " export again")
    }

    /// Something else has the name of a folder or a file of the export.
    static func misplaced(_ misplaced: RepositoryFolder.Misplaced) -> ExportError {
        ExportError("\(misplaced); \(misplaced.remedy)")
    }

    /// The folder of the path is not there.
    static func noParent(_ path: String, _ parent: String) -> ExportError {
        ExportError(
            "\(path): expected the folder \(ShellWord.quoted(parent)), found none; is the stick plugged in and mounted?"
                + " If it is: mkdir -p \(ShellWord.quoted(parent))")
    }

    /// Another repository is there.
    static func foreign(_ path: String) -> ExportError {
        ExportError("\(path): holds another repository; give another folder, or remove it first")
    }

    /// A newer state of the repository is there.
    static func newer(_ path: String) -> ExportError {
        ExportError(
            "\(path): holds a newer state than this machine; take it: bundle-agent poll --from"
                + " \(ShellWord.quoted(path))")
    }

    /// Another export has been writing in this folder for too long to wait for it.
    static func busy(_ folder: String) -> ExportError {
        ExportError(
            "\(folder): another export is writing there; run this command again when it has ended")
    }

    /// The path lies in the state folder, or around it.
    package static func inState(_ path: String, _ state: StateFolder) -> ExportError {
        ExportError(
            "\(path): expected a place outside the state folder \(state.path); give another one")
    }

    /// Reading or writing failed.
    static func agent(_ error: AgentError) -> ExportError {
        var failure = passing(error.description)
        failure.severity = error.family.severity
        return failure
    }

    /// A system call failed.
    static func file(_ error: FileError) -> ExportError { .agent(.file(error)) }

    /// A poll that meets this ends in the same way.
    private static func refused(_ message: String) -> ExportError {
        var error = ExportError(message)
        error.severity = .refused
        return error
    }

    private static func passing(_ message: String) -> ExportError {
        var error = ExportError(message)
        error.mayPass = true
        return error
    }
}
