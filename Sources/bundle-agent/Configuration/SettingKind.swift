import BundleUpdater

/// The texts that a setting takes, and their meaning.
struct SettingKind<Value: Sendable>: Sendable {
    /// The placeholder for the value in help and examples: `time`.
    let placeholder: String
    /// True if it may be given more than once, in order.
    var isList = false
    /// Makes a value of what people typed, at least one text.
    let read: @Sendable ([String]) throws(ConfigurationError) -> Value
    /// The value as people type it; nil if there is no text for it.
    let text: @Sendable (Value) -> String?
    /// The text as the agent may show it, without passwords.
    var withoutSecrets: @Sendable (String) -> String = { $0 }
}

extension SettingKind {
    /// The text that means that there is no value.
    static var none: String { "none" }

    /// A setting that needs a text.
    static func required(
        _ placeholder: String, text: @escaping @Sendable (Value) -> String?,
        read: @escaping @Sendable (String) throws(ConfigurationError) -> Value
    ) -> SettingKind {
        SettingKind(
            placeholder: placeholder,
            read: { (texts) throws(ConfigurationError) in
                // An empty variable of a script would make the root folder the parent of all paths.
                guard let text = texts.last, !text.isEmpty else {
                    throw ConfigurationError("expected a \(placeholder), found nothing")
                }
                return try read(text)
            }, text: text)
    }

    /// A setting that takes a text or `none`.
    static func optional(
        _ placeholder: String, none: Value, text: @escaping @Sendable (Value) -> String?,
        read: @escaping @Sendable (String) throws(ConfigurationError) -> Value
    ) -> SettingKind {
        SettingKind(
            placeholder: placeholder,
            read: { (texts) throws(ConfigurationError) in
                guard let text = texts.last, text != Self.none else { return none }
                guard !text.isEmpty else {
                    throw ConfigurationError("expected <\(placeholder)> or none, found nothing")
                }
                return try read(text)
            }, text: text)
    }
}

extension SettingKind<StateFolder> {
    /// A folder that the agent may write to.
    static var folder: Self { .required("folder", text: \.path) { StateFolder($0) } }
}

extension SettingKind<String> {
    /// A file that must be named.
    static var file: Self { .required("file", text: { $0 }, read: { $0 }) }
}

extension SettingKind<String?> {
    /// A file, or none.
    static var optionalFile: Self { .optional("file", none: nil, text: { $0 }, read: { $0 }) }

    /// A file with a name that node_exporter reads, or none.
    static var metricsFile: Self {
        .optional("file", none: nil, text: { $0 }) { (text) throws(ConfigurationError) in
            if text.hasSuffix(".prom") { return text }
            throw ConfigurationError("expected a file with a name ending in .prom, found '\(text)'")
        }
    }
}

extension SettingKind where Value: CaseIterable & RawRepresentable<String> {
    /// One of a few words.
    static func word(_ placeholder: String) -> Self {
        .required(placeholder, text: \.rawValue) { (text) throws(ConfigurationError) in
            if let word = Value(rawValue: text) { return word }
            let known = Value.allCases.map(\.rawValue).joined(separator: " or ")
            throw ConfigurationError("expected \(known), found '\(text)'")
        }
    }
}

extension SettingKind<Duration> {
    /// A stretch of time within bounds.
    static func time(from least: Duration, to most: Duration) -> Self {
        .required("time", text: TimeText.text) { (text) throws(ConfigurationError) in
            if let time = TimeText.parse(text), least...most ~= time { return time }
            throw ConfigurationError(
                """
                expected a time such as 90s, 15m, 2h or 3d, from \(TimeText.text(least)) to \
                \(TimeText.text(most)), found '\(text)'
                """)
        }
    }
}

extension SettingKind<Int> {
    /// A number of bytes: 256M, 1G.
    static func size(atLeast least: Int) -> Self {
        .required("size", text: SizeText.text) { (text) throws(ConfigurationError) in
            if let size = SizeText.parse(text), size >= least { return size }
            throw ConfigurationError(
                """
                expected a size such as 256M or 1G, at least \(SizeText.text(least)), \
                found '\(text)'
                """)
        }
    }
}

extension SettingKind<Int?> {
    /// Bytes a second; none for no limit.
    static var rate: Self {
        .optional("rate", none: nil, text: { $0.map(SizeText.text) }) {
            (text) throws(ConfigurationError) in
            if let rate = SizeText.parse(text), rate >= 1_000 { return rate }
            throw ConfigurationError(
                "expected bytes a second such as 500k or 2M, at least 1k, found '\(text)'")
        }
    }

    /// A wave of a rollout; none to go by the machine's identity.
    static var wave: Self {
        .optional("number", none: nil, text: { $0.map(String.init) }) {
            (text) throws(ConfigurationError) in
            if text == "canary" { return 1 }
            if let number = Int(text), 1...32 ~= number { return number }
            throw ConfigurationError("expected a number from 1 to 32, or canary, found '\(text)'")
        }
    }
}

extension SettingKind<SelfTestSetting> {
    /// A command with its arguments; none for no self-test.
    static var selfTest: Self {
        .optional("command", none: SelfTestSetting.none, text: { _ in nil }) { text in
            .command(text.split(whereSeparator: \.isWhitespace).map(String.init))
        }
    }
}
