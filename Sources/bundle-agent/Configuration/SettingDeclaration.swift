/// The declaration of one setting.
///
/// ``Setting`` has a declaration for each of its cases.
struct SettingDeclaration: Sendable {
    /// The commands that take a setting as a flag.
    enum FlagGroup: Sendable {
        /// Every command.
        case everyCommand
        /// Every command that may ask a repository or change what this machine serves.
        case polls
        /// `run`.
        case service
        /// `status`.
        case status
    }

    /// The placeholder for the value in help and examples: `time`.
    let placeholder: String
    /// What it is, in a sentence.
    let sentence: String
    /// The default as people type it; nil if there is none.
    let standard: String?
    /// True if it may be given more than once, in order.
    let isList: Bool
    /// The commands that take it as a flag.
    let flag: FlagGroup
    /// True if only `--help-hidden` shows the flag, because people set it once, in the file.
    let isQuiet: Bool
    /// The text as the agent may show it, without passwords.
    let withoutSecrets: @Sendable (String) -> String
    /// Reads the texts into their setting; throws if they are wrong, and then changes nothing.
    let read: @Sendable ([String], inout AgentSettings) throws(ConfigurationError) -> Void

    /// Declares a setting.
    ///
    /// - Parameters:
    ///   - place: the property that gets the checked value.
    ///   - isQuiet: true where only `--help-hidden` shows the flag.
    init<Value>(
        _ place: any WritableKeyPath<AgentSettings, Value> & Sendable, _ kind: SettingKind<Value>,
        flag: FlagGroup, isQuiet: Bool = false, _ sentence: String
    ) {
        placeholder = kind.placeholder
        self.sentence = sentence
        standard = kind.text(AgentSettings()[keyPath: place])
        isList = kind.isList
        self.flag = flag
        self.isQuiet = isQuiet
        withoutSecrets = kind.withoutSecrets
        read = { (texts, settings) throws(ConfigurationError) in
            settings[keyPath: place] = try kind.read(texts)
        }
    }
}

extension Setting {
    /// Its name in the file: `ca-file`.
    var key: String { rawValue }

    /// Its name on the command line: `--ca-file`.
    var flag: String { "--\(rawValue)" }

    /// Its name in the environment: `BUNDLE_AGENT_CA_FILE`.
    var variable: String {
        Self.variablePrefix
            + String(rawValue.uppercased().map { $0 == "-" ? "_" : $0 })
    }

    /// How all variables begin.
    static let variablePrefix = "BUNDLE_AGENT_"

    /// The settings that a group of commands takes as flags, in the list's order.
    static func flags(of group: SettingDeclaration.FlagGroup) -> [Setting] {
        allCases.filter { $0.declaration.flag == group }
    }
}
