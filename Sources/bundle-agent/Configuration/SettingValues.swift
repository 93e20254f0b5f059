import Spelling

/// What was said of each setting, and where: the file, then the environment, then the flags; the later wins.
struct SettingValues: Equatable, Sendable {
    /// Where a value came from.
    enum Source: Equatable, Sendable {
        /// Nobody said anything.
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

    /// One setting's texts, as typed.
    struct Value: Equatable, Sendable {
        /// One, or more of a list.
        var texts: [String]
        let source: Source
    }

    private var values: [Setting: Value] = [:]

    /// What was said, or the standard; no texts where that is nothing at all.
    subscript(_ setting: Setting) -> Value {
        get {
            values[setting]
                ?? Value(texts: setting.text.standard.map { [$0] } ?? [], source: .standard)
        }
        set { values[setting] = newValue }
    }

    /// The settings of which something was said, in the table's order.
    var said: [Setting] { Setting.allCases.filter { values[$0] != nil } }

    /// Puts later words over earlier ones.
    ///
    /// - Parameter later: the layer above.
    mutating func overlay(_ later: SettingValues) {
        values.merge(later.values) { $1 }
    }

    /// The layer of the process's environment; an empty variable counts as not set.
    ///
    /// - Parameter environment: all variables.
    /// - Throws: ``ConfigurationError`` for a variable of ours that is no setting.
    init(environment: [String: String]) throws(ConfigurationError) {
        var problems: [String] = []
        for (name, text) in environment.sorted(by: { $0.key < $1.key })
        where name.hasPrefix(Setting.variablePrefix) && !text.isEmpty {
            guard name != ConfigurationFile.variable else { continue }
            guard let setting = Setting.allCases.first(where: { $0.variable == name }) else {
                problems.append(
                    "$\(name): no such setting"
                        + Nearest.question(name, Setting.allCases.map(\.variable)) { "$\($0)" })
                continue
            }
            let texts =
                setting.isList
                ? text.split(whereSeparator: \.isWhitespace).map(String.init) : [text]
            self[setting] = Value(texts: texts, source: .environment(name))
        }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
    }

    /// A layer that says nothing.
    init() {}

    /// The same as a configuration file would say it, for another process of ours.
    var file: [UInt8] {
        var text = ""
        for setting in said {
            for value in self[setting].texts { text += "\(setting.key) = \(value)\n" }
        }
        return Array(text.utf8)
    }
}

/// Asks for the word that was probably meant.
enum Nearest {
    /// A question to add to a message: `; did you mean interval?`, or nothing.
    ///
    /// - Parameters:
    ///   - word: what was written.
    ///   - known: what could have been meant.
    ///   - form: how the message shows a word.
    /// - Returns: the question.
    static func question(
        _ word: String, _ known: [String], _ form: (String) -> String = { $0 }
    ) -> String {
        Spelling.nearest(to: word, among: known).map { "; did you mean \(form($0))?" } ?? ""
    }
}
