import Files
import WebTransport
import SeasonAuthoring

/// Why a step of publishing was not done: one case for each thing that somebody has to react to.
///
/// The cases hold values. The program that a person uses turns them into sentences with remedies.
package indirect enum PublishError: Error, Equatable {
    /// The system could not read or write a file.
    case file(FileError, advice: FileAdvice? = nil)
    /// The authors' files have mistakes, or cannot be read.
    case authoring(AuthoringError)
    /// The clock, or the time for which the root is valid, does not fit.
    case clock(ClockProblem)
    /// A key or a passphrase is missing, wrong or unsafe.
    case key(KeyProblem)
    /// The publisher's home is missing, in use or damaged.
    case home(HomeProblem)
    /// The next root cannot be made.
    case root(RootProblem)
    /// A text is no address of a repository or an object store.
    case address(AddressError, isObjectStore: Bool)
    /// No repository is named, neither by the caller nor in this configuration file.
    case noRepository(configuration: String, isForReading: Bool)
    /// The repository of this name cannot be reached, read or written.
    case place(String, PlaceProblem)
    /// What somebody asked for does not fit what is published of seasons.
    case season(SeasonProblem)
    /// Git does not say which commit the seasons are of.
    case checkout(CheckoutProblem)
    /// The live state has something that this checkout lacks.
    case behind(Behind)
    /// What is published, or would be, is not what our root vouches for.
    case refused(Refusal)
    /// The home has a new root and its key, and this kept them from being published.
    case rootNotPublished(PublishError)

    /// Wraps a failed system call.
    static func file(_ error: FileError) -> PublishError { .file(error, advice: nil) }

    /// Wraps each failed system call together with what to do about it.
    static func file(advice: FileAdvice) -> (FileError) -> PublishError {
        { .file($0, advice: advice) }
    }
}

/// What somebody can do about a file that could not be read or written.
package enum FileAdvice: Equatable, Sendable {
    /// Nothing was written yet.
    case nothingWritten
    /// What was published is still served; the command may be repeated.
    case repeatIt
    /// The online key of this home is missing.
    case giveOnlineKey
}
