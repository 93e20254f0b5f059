/// A setting: its names, its flag, its help, and what it takes.
struct Setting: Sendable {
    /// The commands that take a setting as a flag.
    enum FlagGroup: Sendable {
        case everyCommand
        /// Every command that may ask a repository or change what this machine serves.
        case polls
        /// `run`.
        case service
        /// `status`.
        case status
    }

    /// Its name in the file: `ca-file`.
    let key: String
    /// The commands that take it as a flag.
    let group: FlagGroup
    /// True if only `--help-hidden` shows the flag, because people set it once, in the file.
    let isQuiet: Bool
    /// What it is, in a sentence.
    let sentence: String
    /// What it takes; made where it is asked for, because key paths would cost every start.
    private let makeForm: @Sendable () -> Form

    /// The texts that a setting takes.
    struct Form {
        /// The placeholder for the value in help and examples: `time`.
        let placeholder: String
        /// The default as people type it; nil if there is none.
        let standard: String?
        /// True if it may be given more than once, in order.
        let isList: Bool
        /// The text as the agent may show it, without passwords.
        let withoutSecrets: (String) -> String
        /// The path in a text; nil if the setting, or this text, names none.
        let path: (String) -> String?
        /// Reads the texts into their place; throws if they are wrong, and then changes nothing.
        let read: ([String], inout AgentSettings) throws(ConfigurationError) -> Void

        /// Whether a text names a path that means something else in another working folder.
        func isRelative(_ text: String) -> Bool { path(text)?.hasPrefix("/") == false }
    }

    /// Declares a setting.
    init<Value>(
        _ key: String,
        _ place: @autoclosure @escaping @Sendable () -> WritableKeyPath<AgentSettings, Value>,
        _ kind: @autoclosure @escaping @Sendable () -> SettingKind<Value>, _ group: FlagGroup,
        isQuiet: Bool = false, _ sentence: String
    ) {
        self.key = key
        self.group = group
        self.isQuiet = isQuiet
        self.sentence = sentence
        makeForm = {
            let (place, kind) = (place(), kind())
            return Form(
                placeholder: kind.placeholder, standard: kind.text(AgentSettings()[keyPath: place]),
                isList: kind.isList, withoutSecrets: kind.withoutSecrets,
                path: kind.path,
                read: { (texts, settings) throws(ConfigurationError) in
                    guard !texts.contains(where: { $0.contains(where: \.isNewline) }) else {
                        throw ConfigurationError("expected one line")
                    }
                    settings[keyPath: place] = try kind.read(texts)
                })
        }
    }

    var form: Form { makeForm() }

    /// How all variables begin.
    static let variablePrefix = "BUNDLE_AGENT_"

    /// Its name on the command line: `--ca-file`.
    var flag: String { "--\(key)" }

    /// Its name in the environment: `BUNDLE_AGENT_CA_FILE`.
    var variable: String { Self.variablePrefix + key.uppercased().replacing("-", with: "_") }
}

extension Setting: Equatable {
    static func == (left: Setting, right: Setting) -> Bool { left.key == right.key }
}
