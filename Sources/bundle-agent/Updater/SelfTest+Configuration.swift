import BundleUpdater

extension SelfTest {
    /// The configured self-test; nil if it is `none`, or if the standard one is not installed.
    ///
    /// - Parameter configuration: the setting and its time limit.
    init?(_ configuration: AgentConfiguration) {
        let path = Environment.variable("PATH") ?? ""
        let command: [String]
        switch configuration.selfTest {
        case .none: return nil
        case .standard:
            guard let program = Self.find("breakdown", path: path) else { return nil }
            command = [program, "self-test"]
        case .command(let words):
            guard let name = words.first else { return nil }
            command = [Self.find(name, path: path) ?? name] + words.dropFirst()
        }
        self.init(command: command, timeLimit: configuration.selfTestTimeLimit)
    }
}
