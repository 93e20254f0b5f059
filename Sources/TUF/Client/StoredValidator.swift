import Crypto
import JSON

/// The server's validator of our timestamp, together with the hash of that timestamp.
///
/// A validator of another file would make "not modified" wrong.
///
/// It also expires. If a server's validators count whole seconds, and its file was replaced within
/// one second, it answers "not modified" for ever. So the timestamp is downloaded from time to time
/// in any case.
struct StoredValidator {
    let validator: Validator
    /// The time when it was received with the file.
    private let since: UTCTime
    private let sha256: String

    /// A day: of 96 polls, one downloads a thousand bytes more.
    private static let ageSecondsMax: Int64 = 86_400

    /// A longer validator is not stored, because each poll would send it.
    private static let textBytesMax = 1_000
    static let lengthBytesMax = 8_192

    /// Makes a stored validator; nil if the server gave none that is worth storing.
    init?(_ validator: Validator?, of bytes: [UInt8], since: UTCTime) {
        guard let validator, validator != Validator(),
            Self.isShort(validator.entityTag), Self.isShort(validator.lastModified)
        else { return nil }
        self.validator = validator
        self.since = since
        sha256 = Self.hash(bytes)
    }

    /// Reads what ``encoded()`` wrote; nil for anything else, and if it is too old or belongs to
    /// other bytes.
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
