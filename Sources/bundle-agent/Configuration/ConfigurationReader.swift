import BundleUpdater
import Files
import RepositoryTransport

/// Reads the settings' texts, and keeps every mistake on the way.
struct ConfigurationReader {
    let values: SettingValues
    private(set) var problems: [String] = []

    /// Instead of a value: nothing at all.
    static let none = "none"

    private init(_ values: SettingValues) {
        self.values = values
    }

    /// Checks everything that was said.
    ///
    /// - Parameters:
    ///   - values: the texts.
    ///   - file: the file that was read.
    ///   - forPolling: whether the repository's root metadata is needed.
    /// - Returns: the configuration.
    /// - Throws: ``ConfigurationError`` with every mistake.
    static func read(
        _ values: SettingValues, file: String?, forPolling: Bool
    ) throws(ConfigurationError) -> Configuration {
        var reader = ConfigurationReader(values)
        for setting in values.said
        where values[setting].texts.contains(where: { $0.contains(where: \.isNewline) }) {
            reader.mistake(setting, "expected one line")
        }
        let repository = reader.repository(forPolling: forPolling)
        let configuration = Configuration(
            file: file, values: values, repository: repository, &reader)
        guard reader.problems.isEmpty else { throw ConfigurationError(reader.problems) }
        return configuration
    }

    /// Adds a mistake: what was expected, and where something else was said.
    mutating func mistake(_ setting: Setting, _ sentence: String) {
        let start =
            switch values[setting].source {
            case .standard: setting.key
            case .file(let path, let line): "\(path):\(line): \(setting.key)"
            case .environment(let name): "$\(name)"
            case .flag(let name): name
            }
        problems.append("\(start): \(sentence)")
    }

    /// What was typed; nil for nothing, and for `none`.
    mutating func optional(_ setting: Setting) -> String? {
        guard let text = values[setting].texts.last, text != Self.none else { return nil }
        guard !text.isEmpty else {
            mistake(setting, "expected <\(setting.text.value)> or none, found nothing")
            return nil
        }
        return text
    }

    /// What was typed where there must be something.
    mutating func text(_ setting: Setting, _ expected: String) -> String {
        // A script's empty variable: the paths below it would be the root folder's.
        guard let text = values[setting].texts.last, !text.isEmpty else {
            mistake(setting, "expected \(expected), found nothing")
            return ""
        }
        return text
    }

    /// One of a few words.
    mutating func word<Word: CaseIterable & RawRepresentable<String>>(_ setting: Setting) -> Word? {
        let text = text(setting, "a word")
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map(\.rawValue).joined(separator: " or ")
        mistake(setting, "expected \(known), found '\(text)'")
        return nil
    }

    /// A stretch of time within bounds.
    mutating func time(_ setting: Setting, in range: ClosedRange<Duration>) -> Duration {
        let text = text(setting, "a time")
        if let time = TimeText.parse(text), range.contains(time) { return time }
        mistake(
            setting,
            """
            expected a time such as 90s, 15m, 2h or 3d, from \(TimeText.text(range.lowerBound)) to \
            \(TimeText.text(range.upperBound)), found '\(text)'
            """)
        return range.lowerBound
    }

    /// The wave; nil to go by the machine's identity.
    mutating func wave() -> Int? {
        guard let text = optional(.wave) else { return nil }
        if text == "canary" { return 1 }
        if let number = Int(text), 1...32 ~= number { return number }
        mistake(.wave, "expected a number from 1 to 32, or canary, found '\(text)'")
        return nil
    }

    /// What new bundles go through.
    mutating func selfTest() -> Configuration.SelfTest {
        guard !values[.selfTest].texts.isEmpty else { return .standard }
        guard let text = optional(.selfTest) else { return .none }
        return .command(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}

/// A stretch of time as people type it.
enum TimeText {
    private static let units: [(unit: Character, seconds: Int)] = [
        ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
    ]

    /// Reads a number from 1 with `s`, `m`, `h` or `d` behind it; nil for everything else.
    static func parse(_ text: String) -> Duration? {
        guard let unit = units.first(where: { $0.unit == text.last }),
            let number = Int(text.dropLast()), number > 0, number <= 1_000_000
        else { return nil }
        return .seconds(number * unit.seconds)
    }

    /// Whole seconds as they are typed, in the largest unit that leaves no rest.
    static func text(_ time: Duration) -> String {
        let seconds = Int(time.components.seconds)
        let unit = units.first { seconds % $0.seconds == 0 && seconds > 0 } ?? ("s", 1)
        return "\(seconds / unit.seconds)\(unit.unit)"
    }
}
