import Files
import SeasonAuthoring

/// Why a step of publishing was not done; the families are what somebody does next.
package enum PublishError: Error, Equatable {
    /// Something on this machine: a path, a permission, a key, a clock.
    case failed(String, remedy: String? = nil)
    /// The authors' files have mistakes, or cannot be read.
    case authoring(AuthoringError)
    /// What is published is not what our root vouches for; nothing was written.
    case refused(String, remedy: String? = nil)

    /// A failed system call, in a sentence.
    package init(_ error: FileError, remedy: String? = nil) {
        self = .failed(error.description, remedy: remedy)
    }

    /// A failed system call, in a sentence.
    static func file(_ error: FileError) -> PublishError { PublishError(error) }

    /// Turns each failed system call into a sentence with this remedy.
    static func file(remedy: String?) -> (FileError) -> PublishError {
        { PublishError($0, remedy: remedy) }
    }
}
