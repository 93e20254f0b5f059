import Files
import SeasonAuthoring
import TUF

/// Why a step of publishing was not done: what happened, and what to do.
public struct PublishError: Error, Equatable, CustomStringConvertible {
    /// What a caller does next.
    public enum Kind: Equatable, Sendable {
        /// An operator looks at keys, clock, disk or network.
        case failed
        /// An author corrects the seasons or a file of the home.
        case mistakes
        /// An operator finds out who changed the repository: it is not what our keys have signed.
        case refused
        /// A person names one of the contents in ``PublishError/details``.
        case choose
        /// An operator makes the server answer 404 for files that it does not have: a web page came.
        case webPage
        /// More bytes came than the file may have: it counts for nothing.
        case tooLong
        /// A publish signs everything anew: the newest root replaces the key that signed the live state.
        case keyReplaced
        /// A person names a place to write to: none was named, or a web address.
        case nowhereToWrite
        /// Another publisher is at work: a person waits for it.
        case busy
    }

    /// What a caller does next.
    public let kind: Kind
    /// What was expected and what was found.
    public let message: String
    package var remedy: Advice?
    /// Lines below the message: what a person chooses from, or decisions.
    public private(set) var details: [String] = []
    /// The mistakes in the authors' files, with warnings and notes; they are shown instead of the message.
    public private(set) var diagnostics: [Diagnostic] = []

    /// The message, its details and what to do, on a line each.
    public var description: String {
        let remedy = remedy?.text { (["bundle-publish"] + $0.words).joined(separator: " ") }
        return ([message] + details + [remedy].compactMap { $0 }).joined(separator: "\n")
    }

    package init(
        _ message: String, kind: Kind = .failed, remedy: Advice? = nil, details: [String] = []
    ) {
        (self.message, self.kind, self.remedy, self.details) = (message, kind, remedy, details)
    }

    /// An error of the authors' library: only mistakes that it lists are an author's own.
    package init(_ error: AuthoringError) {
        self.init(
            error.message, kind: error.diagnostics.isEmpty ? .failed : .mistakes,
            remedy: error.remedy)
        diagnostics = error.diagnostics
    }

    static func file(_ error: FileError) -> PublishError { PublishError("\(error)") }

    /// A file of a publish that could not be written or removed.
    static func writing(_ error: FileError) -> PublishError {
        PublishError(
            "\(error)",
            remedy: error.isNoSpace
                ? "make room on the disk: what was live is live still, and the same command goes on"
                : liveStill)
    }

    static func refused(_ message: String, _ remedy: Advice? = nil) -> PublishError {
        PublishError(message, kind: .refused, remedy: remedy)
    }

    static func busy(_ place: String) -> PublishError {
        PublishError(
            "\(place): expected to be the only publisher, found another one at work", kind: .busy,
            remedy: "wait for it to end, then do the same again")
    }

    package static func unpublished(
        _ place: String, remedy: Advice = "publish into it with \(.publish)"
    ) -> PublishError {
        PublishError(
            "\(place): expected a published repository, found no metadata/timestamp.json that counts",
            remedy: remedy)
    }

    /// States are there, and none of them counts.
    static func nothingCounts(_ problem: PublishError?, _ place: String) -> PublishError {
        var error = PublishError(
            problem?.message ?? "\(place): expected a state that counts, found none",
            kind: problem?.kind == .keyReplaced ? .keyReplaced : .failed)
        error.remedy =
            (problem?.kind == .keyReplaced
                ? "\(.keys("rotate-online")) lists what came since, or "
                : "restore it from a backup or from a home that has seen it; or ")
            + "\(.anew) begins again, and all decisions that are not in decisions.txt are lost"
        return error
    }

    /// Only a key that the newest root does not name any more has signed what is there.
    static func keyReplaced(_ place: String, version: Int64) -> PublishError {
        PublishError(
            "\(place): expected \(DecisionsFile.name) to go up to \(UTCTime(unixSeconds: version)), the last state "
                + "of the replaced online key",
            kind: .keyReplaced)
    }

    /// The repository has a root, and no timestamp: every publish writes both.
    static func noTimestamp(_ place: String) -> PublishError {
        .refused(
            "\(place): expected metadata/timestamp.json next to what was published there, found none",
            damaged)
    }

    static let liveStill: Advice = "what was live is live still; do the same again"

    static let damaged: Advice =
        "a file was changed by hand, or another publisher is at work here; what is damaged counts for "
        + "nothing"

    static let expired: Advice =
        "refresh renews it in the directory that is served there; if that was done, the server or a cache shows "
        + "an old state"

    /// The online key has signed what this program never signs.
    static let signedByOthers: Advice =
        "this program signs no such thing, so another person has your online key: replace it with "
        + "\(.keys("rotate-online")), then publish"
}

// MARK: - Errors of other modules

/// Does file work; an error has no remedy but its own words.
func onDisk<Value: ~Copyable>(
    _ body: @autoclosure () throws(FileError) -> Value
) throws(PublishError) -> Value {
    try mapFileErrors(to: PublishError.file, body)
}

func onDisk<Value: ~Copyable>(_ body: () throws(FileError) -> Value) throws(PublishError) -> Value {
    try mapFileErrors(to: PublishError.file, body)
}

/// Runs work of another module and converts its error.
func converting<Value, Failure: Error>(
    _ body: @autoclosure () throws(Failure) -> Value, _ convert: (Failure) -> PublishError
) throws(PublishError) -> Value {
    do throws(Failure) {
        return try body()
    } catch {
        throw convert(error)
    }
}

func signing<Value>(
    _ body: @autoclosure () throws(SigningError) -> Value
) throws(PublishError) -> Value {
    try converting(try body()) { (error: SigningError) in PublishError("\(error)") }
}
