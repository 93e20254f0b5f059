import BundleUpdater
import JSON

/// The settings for people and programs, never with a password.
enum SettingsText {
    /// A line for each setting: key, value, where it came from.
    static func lines(_ configuration: AgentConfiguration) -> [String] {
        let width = Setting.allCases.map(\.key.count).max() ?? 0
        let files = configuration.files
        return (files.paths.isEmpty ? ["# no configuration file"] : [])
            + files.paths.map { "# configuration file: \($0)" }
            + files.leftOut.map {
                "# left out, because its name does not end with \(ConfigurationFiles.ending): \($0)"
            }
            + Setting.allCases.map { setting in
                let value = configuration.texts[setting]
                let texts = value.texts.map(setting.declaration.withoutSecrets)
                return "\(setting.key.padded(to: width)) = "
                    + "\(texts.joined(separator: " ").padded(to: 32))  # "
                    + value.source.description
            }
    }

    /// The form that `config show --json` prints.
    ///
    /// ```
    /// {"schema": 1, "files": [PATH…],
    ///  "settings": [{"key": TEXT, "value": TEXT|null, or [TEXT…] for a list,
    ///                "source": "default|file|environment|flag", "place": TEXT|null}]}
    /// ```
    static func json(_ configuration: AgentConfiguration) -> JSON {
        [
            "schema": 1,
            "files": .array(configuration.files.paths.map { .string($0) }),
            "settings": .array(
                Setting.allCases.map { setting in
                    let value = configuration.texts[setting]
                    let declaration = setting.declaration
                    let texts = value.texts.map {
                        JSON.string(declaration.withoutSecrets($0))
                    }
                    return [
                        "key": .string(setting.key),
                        "value": declaration.isList ? .array(texts) : texts.last ?? .null,
                        "source": .string(value.source.kind),
                        "place": value.source == .standard
                            ? .null : .string(value.source.description),
                    ]
                }),
        ]
    }

    /// A configuration file with every setting in a comment, to copy lines from.
    static var example: String {
        let start = """
            # Settings of bundle-agent: key = value, one a line; # starts a comment line.
            # Yours go into a file of your own: \(ConfigurationFiles.folder)/NAME\(ConfigurationFiles.ending)
            # The agent reads these files in the order of their names; a later file wins.
            # $BUNDLE_AGENT_<KEY> and --<key> win over all files.
            # `bundle-agent config show` checks them and shows which file each value comes from;
            # `systemctl reload bundle-agent` puts them into force.

            """
        return start
            + Setting.allCases.map { setting in
                let declaration = setting.declaration
                let lines = wrapped(declaration.sentence, width: 96).map { "\n# \($0)" }.joined()
                return lines + "\n#\(setting.key) = "
                    + (declaration.standard ?? "<\(declaration.placeholder)>") + "\n"
            }.joined()
    }

    /// The table of docs/OPERATIONS.md: a row for each setting.
    static var table: [String] {
        ["| setting | takes | default | what it is |", "|---|---|---|---|"]
            + Setting.allCases.map { setting in
                let declaration = setting.declaration
                let standard = declaration.standard.map { "`\($0)`" } ?? ""
                return "| `\(setting.key)` | \(declaration.placeholder)"
                    + (declaration.isList ? ", also several" : "")
                    + " | \(standard) | \(declaration.sentence) |"
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

extension SettingTexts.Source {
    /// The kind of place, for programs.
    fileprivate var kind: String {
        switch self {
        case .standard: "default"
        case .file: "file"
        case .environment: "environment"
        case .flag: "flag"
        }
    }
}
