/// What a new bundle goes through before the agent uses it.
package enum SelfTestSetting: Equatable, Sendable {
    /// `breakdown self-test` if it is installed.
    case standard
    /// No test.
    case none
    /// A program and its arguments; the agent adds the bundle's folder as the last argument.
    case command([String])

    /// The program of the standard self-test.
    static let standardProgram = "breakdown"
}

extension SelfTest {
    /// Makes the self-test of a setting; nil if it is `none`, or if the standard program is not installed.
    package init?(_ setting: SelfTestSetting, timeLimit: Duration, path: String) {
        let command: [String]
        switch setting {
        case .none: return nil
        case .standard:
            guard let program = Self.find(SelfTestSetting.standardProgram, path: path) else {
                return nil
            }
            command = [program, "self-test"]
        case .command(let words):
            guard let name = words.first else { return nil }
            command = [Self.find(name, path: path) ?? name] + words.dropFirst()
        }
        self.init(command: command, timeLimit: timeLimit)
        isOurProgram = setting == .standard
    }
}
