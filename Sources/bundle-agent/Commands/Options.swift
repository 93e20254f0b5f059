import ArgumentParser
import SeasonClient

/// Some settings as flags of a command, as people typed them; ``AgentConfiguration`` gives their meaning.
///
/// The parser of arguments finds flags by reflection. A group shows it one option for each of its settings, so
/// that no setting needs a property here.
protocol SettingFlags: ParsableArguments, CustomReflectable {
    /// The group of settings.
    static var group: Setting.FlagGroup { get }
    /// The settings that were typed.
    var given: SettingTexts { get set }
}

/// The flags of every command.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The only configuration file to read; by default $\(ConfigurationFiles.variable), or \
            \(ConfigurationFiles.package) and then \(ConfigurationFiles.folder)/*\(ConfigurationFiles.ending); \
            'none' for no file.
            """,
            valueName: "file"))
    var config: String?
    @OptionGroup var state: StateFlags
}

/// The flags of the settings that every command needs.
struct StateFlags: SettingFlags {
    static let group = Setting.FlagGroup.everyCommand
    var given = SettingTexts()
}

/// The flags of the commands that poll, plan a poll, or change what this machine serves.
struct PollOptions: SettingFlags {
    static let group = Setting.FlagGroup.polls
    var given = SettingTexts()
}

/// The flags of the service.
struct ServiceOptions: SettingFlags {
    static let group = Setting.FlagGroup.service
    var given = SettingTexts()
}

/// The flags of `status`.
struct FreshnessOptions: SettingFlags {
    static let group = Setting.FlagGroup.status
    var given = SettingTexts()
}

extension SettingFlags {
    private static var settings: [Setting] { Setting.all.filter { $0.group == group } }

    /// The mirror for the parser of arguments: an option for each setting.
    var customMirror: Swift.Mirror {
        let options = Self.settings.map { setting in
            let name = NameSpecification.customLong(setting.key)
            let form = setting.form
            let standard = form.standard.map { " (default: \($0))" } ?? ""
            let help = ArgumentHelp(
                "\(setting.sentence)\(standard)", valueName: form.placeholder,
                visibility: setting.isQuiet ? .hidden : .default)
            // A list may be given more than once; of anything else the last one counts.
            let option: Any =
                form.isList
                ? Option<[String]>(wrappedValue: [], name: name, help: help)
                : Option<String?>(name: name, help: help)
            return Swift.Mirror.Child(label: setting.key, value: option)
        }
        return Swift.Mirror(self, children: options)
    }

    /// Reads what the parser of arguments found.
    init(from decoder: any Decoder) throws {
        self.init()
        let typed = try decoder.container(keyedBy: SettingKey.self)
        for setting in Self.settings {
            let key = SettingKey(stringValue: setting.key)
            let texts =
                setting.form.isList
                ? try typed.decode(Option<[String]>.self, forKey: key).wrappedValue
                : try typed.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] }
            guard let texts, !texts.isEmpty else { continue }
            given[setting] = SettingTexts.Value(texts: texts, source: .flag, place: setting.flag)
        }
    }
}

/// A setting's key, under which the parser of arguments keeps what was typed.
private struct SettingKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
