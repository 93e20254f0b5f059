import BundleUpdater
import JSON
import RepositoryTransport

/// The settings for people and machines; passwords never.
enum SettingsText {
    /// One line a setting: key, value, where it came from.
    static func lines(_ configuration: Configuration) -> [String] {
        let width = Setting.allCases.map(\.key.count).max() ?? 0
        let file = configuration.file ?? "none; \(ConfigurationFile.standard) is not there"
        return ["# configuration file: \(file)"]
            + Setting.allCases.map { setting in
                let value = configuration.values[setting]
                let texts = value.texts.map { shown($0, of: setting) }.joined(separator: " ")
                return "\(setting.key.padded(to: width)) = "
                    + "\(texts.padded(to: 32))  # \(value.source.description)"
            }
    }

    /// The form that `config show --json` prints.
    ///
    /// ```
    /// {"schema": 1, "file": PATH|null,
    ///  "settings": [{"key": TEXT, "value": TEXT|null, or [TEXT…] for a list,
    ///                "source": "default|file|environment|flag", "place": TEXT|null}]}
    /// ```
    static func json(_ configuration: Configuration) -> JSON {
        [
            "schema": 1, "file": .text(configuration.file),
            "settings": .array(
                Setting.allCases.map { setting in
                    let value = configuration.values[setting]
                    let texts = value.texts.map { JSON.string(shown($0, of: setting)) }
                    return [
                        "key": .string(setting.key),
                        "value": setting.isList ? .array(texts) : texts.last ?? .null,
                        "source": .string(value.source.kind),
                        "place": value.source == .standard
                            ? .null : .string(value.source.description),
                    ]
                }),
        ]
    }

    /// A configuration file with every setting in a comment.
    static var example: String {
        let start = """
            # Configuration of bundle-agent: key = value, one a line; # starts a comment line.
            # $BUNDLE_AGENT_<KEY> and --<key> win over what stands here.
            # `bundle-agent config show` checks this file and shows where each value comes from;
            # `systemctl reload bundle-agent` puts it into force.

            """
        return start
            + Setting.allCases.map { setting in
                let lines = wrapped(setting.text.sentence, width: 96).map { "\n# \($0)" }.joined()
                return lines + "\n#\(setting.key) = "
                    + (setting.text.standard ?? "<\(setting.text.value)>") + "\n"
            }.joined()
    }

    /// A setting's text without the secrets in it.
    ///
    /// - Parameters:
    ///   - text: as it was said.
    ///   - setting: the setting.
    /// - Returns: for a proxy scheme, host and port: `http://***@proxy.example:3128`.
    static func shown(_ text: String, of setting: Setting) -> String {
        switch setting {
        case .proxy where text != ConfigurationReader.none && text != "environment":
            guard let proxy = try? ProxyAddress(text) else { return "***" }
            guard proxy.hasLogin else { return proxy.description }
            return proxy.description.replacing("://", with: "://***@", maxReplacements: 1)
        case .repository where text != ConfigurationReader.none:
            return (try? RepositoryAddress(text))?.description ?? "***"
        default: return text
        }
    }

    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let line = lines.last, line.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

extension SettingValues.Source {
    /// The kind of place, for machines.
    var kind: String {
        switch self {
        case .standard: "default"
        case .file: "file"
        case .environment: "environment"
        case .flag: "flag"
        }
    }
}
