import BundleUpdater
import Files
import RepositoryTransport
import WebTransport

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
    /// The path in a text; nil if the setting, or this text, names none.
    var path: @Sendable (String) -> String? = { _ in nil }

    /// The text that means that there is no value.
    static var none: String { "none" }

    /// A setting that takes one text.
    ///
    /// - Parameters:
    ///   - none: the value of the text `none`; nil if that has no meaning of its own.
    ///   - text: the value as people type it; nil if there is no text for it.
    ///   - parse: makes the value; nil for a text that has none.
    static func one(
        _ placeholder: String, none: Value? = nil, text: @escaping @Sendable (Value) -> String?,
        expected: String? = nil, parse: @escaping @Sendable (String) -> Value?
    ) -> SettingKind {
        SettingKind(
            placeholder: placeholder,
            read: { (texts) throws(ConfigurationError) in
                let text = texts.last ?? ""
                if let none, text == Self.none { return none }
                // An empty variable of a script would make the root folder the parent of all paths.
                guard !text.isEmpty else {
                    let words = none == nil ? "a \(placeholder)" : "<\(placeholder)> or none"
                    throw ConfigurationError("expected \(words), found nothing")
                }
                if let value = parse(text) { return value }
                throw ConfigurationError("expected \(expected ?? placeholder), found '\(text)'")
            }, text: text)
    }
}

extension SettingKind {
    /// The same kind, whose text is a path unless it is `none`.
    fileprivate var namingPath: Self {
        var kind = self
        kind.path = { $0 == Self.none ? nil : $0 }
        return kind
    }
}

extension SettingKind<StateFolder> {
    /// A folder that the agent may write to.
    static var folder: Self {
        .one("folder", text: \.path) { StateFolder(Paths.absolute($0)) }.namingPath
    }
}

extension SettingKind<String> {
    /// A file that must be named.
    static var file: Self { .one("file", text: { $0 }, parse: { $0 }).namingPath }
}

extension SettingKind<String?> {
    /// A file, or none.
    static var optionalFile: Self {
        .one("file", none: .some(nil), text: { $0 }, parse: { $0 }).namingPath
    }

    /// A file with a name that node_exporter reads, or none.
    static var metricsFile: Self {
        .one(
            "file", none: .some(nil), text: { $0 }, expected: "a file with a name ending in .prom"
        ) { file in
            guard file.hasSuffix(".prom") else { return nil }
            return file
        }.namingPath
    }
}

extension SettingKind where Value: CaseIterable & RawRepresentable<String> {
    /// One of a few words.
    static func word(_ placeholder: String) -> Self {
        .one(
            placeholder, text: \.rawValue,
            expected: Value.allCases.map(\.rawValue).joined(separator: " or "),
            parse: Value.init)
    }
}

extension SettingKind<Duration> {
    /// A stretch of time within bounds.
    static func time(_ bounds: ClosedRange<Duration>) -> Self {
        .one(
            "time", text: UnitText.time,
            expected: """
                a time such as 90s, 15m, 2h or 3d, from \(UnitText.time(bounds.lowerBound)) to \
                \(UnitText.time(bounds.upperBound))
                """
        ) { UnitText.time($0).flatMap { bounds ~= $0 ? $0 : nil } }
    }
}

extension SettingKind<Int> {
    /// A number of bytes: 256M, 1G.
    static func size(atLeast least: Int) -> Self {
        .one(
            "size", text: UnitText.bytes.text,
            expected: "a size such as 256M or 1G, at least \(UnitText.bytes.text(least))"
        ) { UnitText.bytes.parse($0).flatMap { $0 >= least ? $0 : nil } }
    }
}

extension SettingKind<Int?> {
    /// Bytes a second; none for no limit.
    static var rate: Self {
        .one(
            "rate", none: .some(nil), text: { $0.map(UnitText.bytes.text) },
            expected: "bytes a second such as 500k or 2M, at least 1k"
        ) { text in
            guard let rate = UnitText.bytes.parse(text), rate >= 1_000 else { return nil }
            return rate
        }
    }

    /// A wave of a rollout; none to go by the machine's identity.
    static var wave: Self {
        .one(
            "number", none: .some(nil), text: { $0.map(String.init) },
            expected: "a number from 1 to 32, or canary"
        ) { text in
            guard let wave = text == "canary" ? 1 : Int(text), 1...32 ~= wave else { return nil }
            return wave
        }
    }
}

extension SettingKind<SelfTestSetting> {
    /// A command with its arguments; none for no self-test.
    static var selfTest: Self {
        .one("command", none: SelfTestSetting.none, text: { _ in nil }) {
            .command($0.split(whereSeparator: \.isWhitespace).map(String.init))
        }
    }
}

extension SettingKind<[RepositoryAddress]> {
    /// Repositories, all with the same content; none for no repository.
    static var addresses: Self {
        SettingKind(
            placeholder: "address", isList: true,
            read: { (texts) throws(ConfigurationError) in
                guard texts != [Self.none] else { return [] }
                var addresses: [RepositoryAddress] = []
                var mistakes: [String] = []
                for text in texts {
                    do throws(AddressError) {
                        addresses.append(try RepositoryAddress(text))
                    } catch {
                        mistakes.append(error.description)
                    }
                }
                guard mistakes.isEmpty else { throw ConfigurationError(mistakes) }
                return addresses
            },
            text: { $0.isEmpty ? nil : $0.map(\.description).joined(separator: " ") },
            withoutSecrets: { text in
                guard text != Self.none else { return text }
                return (try? RepositoryAddress(text))?.description ?? "***"
            },
            path: { $0 == Self.none ? nil : (try? RepositoryAddress($0))?.folderPath })
    }
}

extension SettingKind<Proxy> {
    /// The texts that are no address; `environment` for its variables with `HTTP_PROXY` among them.
    private static var words: [String: Proxy] {
        [none: .none, "environment": .environmentWithUpperCase]
    }

    /// A proxy, the environment's, or none.
    static var proxy: Self {
        SettingKind(
            placeholder: "address",
            read: { (texts) throws(ConfigurationError) in
                guard let text = texts.last, !text.isEmpty else {
                    throw ConfigurationError("expected <address> or none, found nothing")
                }
                if let proxy = words[text] { return proxy }
                do throws(AddressError) {
                    return .address(try ProxyAddress(text))
                } catch {
                    throw ConfigurationError("\(error), or none")
                }
            },
            text: { _ in nil },
            // Scheme, host and port: `http://***@proxy.example:3128`.
            withoutSecrets: { text in
                guard words[text] == nil else { return text }
                guard let proxy = try? ProxyAddress(text) else { return "***" }
                guard proxy.hasLogin else { return proxy.description }
                return proxy.description.replacing("://", with: "://***@", maxReplacements: 1)
            })
    }
}
