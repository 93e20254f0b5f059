import Crypto
import JSON

/// What a server said of the timestamp we hold, tied to that timestamp's bytes: a validator that
/// outlived its file would turn "not modified" into something else.
///
/// It also grows old: a server whose validators count whole seconds, and whose file was replaced within
/// one, says "not modified" for ever. From time to time the timestamp is fetched whatever it says.
struct StoredValidator {
    let validator: Validator
    /// When it was received with the file.
    private let since: UTCTime
    private let sha256: String

    /// A day: 96 polls of 15 minutes, of which one fetches a thousand bytes more.
    private static let ageSecondsMax: Int64 = 86_400

    /// Longer ones are not kept: they would be sent with every poll.
    private static let textBytesMax = 1_000
    static let lengthBytesMax = 8_192

    /// Ties a validator to bytes; nil where the server gave none worth keeping.
    init?(_ validator: Validator?, of bytes: [UInt8], since: UTCTime) {
        guard let validator, validator != Validator(),
            Self.isShort(validator.entityTag), Self.isShort(validator.lastModified)
        else { return nil }
        self.validator = validator
        self.since = since
        sha256 = Self.hash(bytes)
    }

    /// Reads what ``encoded()`` wrote; nil for anything else, and where it is too old or of other bytes.
    init?(stored: [UInt8], of bytes: [UInt8], now: UTCTime) {
        let limits = JSONLimits(lengthBytesMax: Self.lengthBytesMax)
        guard let json = try? JSON.parse(stored, limits: limits),
            json["sha256"]?.stringValue == Self.hash(bytes),
            let since = json["since"]?.stringValue.flatMap({ UTCTime($0) }),
            (0..<Self.ageSecondsMax).contains(now.unixSeconds &- since.unixSeconds)
        else { return nil }
        self.init(
            Validator(
                entityTag: json["entityTag"]?.stringValue,
                lastModified: json["lastModified"]?.stringValue),
            of: bytes, since: since)
    }

    /// The stored form.
    func encoded() -> [UInt8] {
        var object = JSONObject()
        object["sha256"] = .string(sha256)
        object["since"] = .string(since.description)
        object["entityTag"] = validator.entityTag.map { .string($0) }
        object["lastModified"] = validator.lastModified.map { .string($0) }
        return JSON.object(object).serialized()
    }

    private static func isShort(_ text: String?) -> Bool {
        (text?.utf8.count ?? 0) <= textBytesMax
    }

    private static func hash(_ bytes: [UInt8]) -> String {
        Hex.encode(SHA256.hash(data: bytes))
    }
}
