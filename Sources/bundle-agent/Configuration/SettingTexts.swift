import Files
import Text

/// The texts that people gave for each setting, and where: in a file, the environment or a flag.
struct SettingTexts: Equatable, Sendable {
    enum Source: String, Sendable {
        /// None was given.
        case standard = "default"
        case file, environment, flag
    }

    struct Value: Equatable, Sendable {
        /// One text, or several of a list.
        var texts: [String]
        let source: Source
        /// As messages begin: `/etc/bundle-agent/agent.conf:3`, `$BUNDLE_AGENT_WAVE`, `--wave`; nil for a default.
        var place: String?
    }

    /// By the settings' keys.
    private var values: [String: Value] = [:]

    /// The given texts, else the default; empty if there is no default.
    subscript(_ setting: Setting) -> Value {
        get {
            values[setting.key]
                ?? Value(texts: setting.form.standard.map { [$0] } ?? [], source: .standard)
        }
        set { values[setting.key] = newValue }
    }

    /// The settings that were given, in the list's order.
    var given: [Setting] { Setting.all.filter { values[$0.key] != nil } }

    /// How a message about a setting begins: where it was given, and its key if that does not name it.
    func place(of setting: Setting) -> String {
        let value = self[setting]
        let key = value.source == .file || value.place == nil ? setting.key : nil
        return [value.place, key].compactMap { $0 }.joined(separator: ": ")
    }

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
            guard let setting = Setting.all.first(where: { $0.variable == name }) else {
                problems.append(
                    "$\(name): no such setting"
                        + Spelling.question(name, Setting.all.map(\.variable)) { "$\($0)" })
                continue
            }
            let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
            let texts = setting.form.isList ? words : [text]
            self[setting] = Value(texts: texts, source: .environment, place: "$\(name)")
        }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
    }

    /// A layer without any setting.
    init() {}

    /// The same settings as a configuration file, for another process of the agent.
    var file: [UInt8] {
        let lines = given.flatMap { setting in
            self[setting].texts.map { text in
                let path = setting.form.isRelative(text) ? setting.form.path(text) : nil
                return "\(setting.key) = \(path.map(Paths.absolute) ?? text)\n"
            }
        }
        return Array(lines.joined().utf8)
    }
}
