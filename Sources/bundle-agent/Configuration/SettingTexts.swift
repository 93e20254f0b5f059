/// The texts that people gave for each setting, and where: in a file, the environment or a flag.
struct SettingTexts: Equatable, Sendable {
    /// Where a text came from.
    enum Source: Equatable, Sendable {
        /// None was given.
        case standard
        case file(String, line: Int)
        case environment(String)
        case flag(String)

        /// As messages begin: `/etc/bundle-agent/agent.conf:3`.
        var description: String {
            switch self {
            case .standard: "default"
            case .file(let path, let line): "\(path):\(line)"
            case .environment(let name): "$\(name)"
            case .flag(let name): name
            }
        }
    }

    /// One setting's texts.
    struct Value: Equatable, Sendable {
        /// One text, or several of a list.
        var texts: [String]
        let source: Source
    }

    private var values: [Setting: Value] = [:]

    /// The given texts, else the default; empty if there is no default.
    subscript(_ setting: Setting) -> Value {
        get {
            values[setting]
                ?? Value(
                    texts: setting.declaration.standard.map { [$0] } ?? [], source: .standard)
        }
        set { values[setting] = newValue }
    }

    /// The settings that were given, in the list's order.
    var given: [Setting] { Setting.allCases.filter { values[$0] != nil } }

    /// Replaces each setting that a later layer gives, too.
    mutating func overlay(_ later: SettingTexts) {
        values.merge(later.values) { $1 }
    }

    /// The layer of the process's environment; an empty variable counts as not set.
    ///
    /// - Throws: ``ConfigurationError`` for a variable with the agent's prefix that is no setting.
    init(environment: [String: String]) throws(ConfigurationError) {
        var problems: [String] = []
        for (name, text) in environment.sorted(by: { $0.key < $1.key })
        where name.hasPrefix(Setting.variablePrefix) && !text.isEmpty {
            guard name != ConfigurationFiles.variable else { continue }
            guard let setting = Setting.allCases.first(where: { $0.variable == name }) else {
                problems.append(
                    "$\(name): no such setting"
                        + Nearest.question(name, Setting.allCases.map(\.variable)) { "$\($0)" })
                continue
            }
            let texts =
                setting.declaration.isList
                ? text.split(whereSeparator: \.isWhitespace).map(String.init) : [text]
            self[setting] = Value(texts: texts, source: .environment(name))
        }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
    }

    /// A layer without any setting.
    init() {}

    /// The same settings as a configuration file, for another process of the agent.
    var file: [UInt8] {
        var text = ""
        for setting in given {
            for value in self[setting].texts { text += "\(setting.key) = \(value)\n" }
        }
        return Array(text.utf8)
    }
}
