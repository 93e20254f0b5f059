import Files

/// Why a command did not do its work; the families are what somebody does next.
enum PublishError: Error, Equatable {
    /// Something on this machine: a path, a permission, a key, a clock.
    case failed(String, remedy: String? = nil)
    /// The authors' files have mistakes.
    case content([Diagnostic])
    /// What is published is not what our root vouches for; nothing was written.
    case refused(String, remedy: String? = nil)

    /// The process's exit status for this family.
    var exitStatus: Int32 {
        switch self {
        case .failed: 1
        case .content: 2
        case .refused: 3
        }
    }

    /// A failed system call, in a sentence.
    init(_ error: FileError, remedy: String? = nil) {
        self = .failed(error.description, remedy: remedy)
    }

    /// A failed system call, in a sentence.
    static func file(_ error: FileError) -> PublishError { PublishError(error) }

    /// Turns each failed system call into a sentence with this remedy.
    static func file(remedy: String) -> (FileError) -> PublishError {
        { PublishError($0, remedy: remedy) }
    }
}
