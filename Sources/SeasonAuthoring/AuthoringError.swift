import BundleArchive
import BundleFormat
import Files

/// Why a step of an author's work could not be done: what happened, and what to do.
public struct AuthoringError: Error, Equatable, CustomStringConvertible {
    /// What a caller does next.
    public enum Kind: Equatable, Sendable {
        /// An author corrects the files, or gives others.
        case mistakes
        /// An operator looks at the disk.
        case disk
        /// A folder that should be replaced is not a compiled season: the caller names another one.
        case notCompiled(path: String)
        /// The match was not played or not scored: the caller can do without it.
        case unplayed
    }

    /// What a caller does next.
    public let kind: Kind
    /// What happened, in a sentence.
    public let message: String
    package var remedy: Advice?
    /// The mistakes in the authors' files, with warnings and notes; they are shown instead of the message.
    public internal(set) var diagnostics: [Diagnostic] = []

    /// What happened, in a sentence.
    public var description: String { message }

    package init(_ message: String, kind: Kind = .mistakes, remedy: Advice? = nil) {
        (self.message, self.kind, self.remedy) = (message, kind, remedy)
    }

    package static func mistakes(_ diagnostics: [Diagnostic]) -> AuthoringError {
        var error = AuthoringError(counted(diagnostics.mistakesCount, "mistake"))
        error.diagnostics = diagnostics
        return error
    }

    static func file(_ error: FileError) -> AuthoringError {
        AuthoringError("\(error)", kind: .disk)
    }

    package static func noSeason(folder: String) -> AuthoringError {
        AuthoringError(
            "\(folder): expected at least one season, found none",
            remedy: "make \(folder)/<year>/match.yaml")
    }

    /// The season's description cannot be read by this program, or there is none.
    package static func noDescription(place: String, _ year: BundleYear) -> AuthoringError {
        AuthoringError(
            "\(place): expected a description of \(year) that this program can read, found none",
            remedy: "start one with \(.author("new", "\(year)", "--from", "matches.json")), "
                + "or name an existing season")
    }
}

/// Reads or writes on the disk and turns an error into an author's.
func onDisk<Value>(
    _ work: @autoclosure () throws(FileError) -> Value
) throws(AuthoringError) -> Value {
    try mapFileErrors(to: AuthoringError.file, work)
}
