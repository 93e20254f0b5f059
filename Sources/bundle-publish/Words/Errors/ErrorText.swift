import BundlePublisher
import SeasonAuthoring

/// Why a command failed, in words: what happened, what to do, and the exit status.
struct ErrorText: Error, Equatable {
    /// What was expected and what was found.
    let message: String
    /// What to do, if that can be said.
    var remedy: String?
    /// Lines below the message: the choices of a person.
    var details: [String] = []
    /// Mistakes in the authors' files, which are shown in place of the message.
    var diagnostics: [Diagnostic] = []
    /// One of ``ExitStatus``.
    var exitStatus = ExitStatus.failed

    /// Finds the words for whatever a command throws.
    init(_ error: any Error, _ commands: PrintedCommands) {
        switch error {
        case let error as ErrorText: self = error
        case let error as PublishError: self.init(error, commands)
        case let error as AuthoringError: self.init(error, commands)
        case let problem as CommandProblem: self.init(problem, commands)
        case let problem as EmbeddedSinceProblem: self.init(problem)
        default: self.init("\(error)")
        }
    }

    /// Finds the words for an error of the publisher.
    init(_ error: PublishError, _ commands: PrintedCommands) {
        switch error {
        case .file(let error, let advice):
            self.init("\(error)", remedy: advice.map { Self.remedy($0, after: error, commands) })
        case .authoring(let error): self.init(error, commands)
        case .clock(let problem): self.init(problem, commands)
        case .key(let problem): self.init(problem, commands)
        case .home(let problem): self.init(problem, commands)
        case .root(let problem): self.init(problem, commands)
        case .address(let error, let isObjectStore):
            self.init(
                "\(error)",
                remedy: isObjectStore ? "docs/HOSTING.md says how an object store is set up" : nil)
        case .noRepository(let configuration, let isForReading):
            self = .noRepository(configuration: configuration, isForReading: isForReading)
        case .place(let place, let problem): self.init(problem, at: place, commands)
        case .season(let problem): self.init(problem, commands)
        case .checkout(let problem): self.init(problem)
        case .behind(let behind): self.init(behind, commands)
        case .refused(let refusal): self.init(refusal, commands)
        case .rootNotPublished(let error):
            self.init(error, commands)
            remedy =
                "the home has the new root and its key already: \(commands.publish()) finishes this"
        }
    }

    /// What was expected and what was found, without a remedy.
    static func message(_ error: any Error) -> String {
        ErrorText(error, PrintedCommands()).message
    }

    /// Keeps words.
    init(_ message: String, remedy: String? = nil) {
        self.message = message
        self.remedy = remedy
    }
}
