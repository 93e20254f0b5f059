import ArgumentParser

/// Answers the requests on standard input; `breakdown` is the other end.
struct AnswerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Answer requests on standard input until it ends.",
        discussion: """
            A request is a line: {"get":"event/2026casj/matches","freshness":"usual"}, with usual, \
            refresh or offline. The answer is a line with lengthBytes, ageSeconds, freshSeconds \
            and trouble, then so many bytes, or a line with error.
            """)

    func run() throws {
        let status = Answering().run()
        if status != 0 { throw ExitCode(status) }
    }
}
