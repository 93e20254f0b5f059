import Crypto
import JSON

/// What a server said of the timestamp we hold, tied to that timestamp's bytes: a validator that
/// outlived its file would turn "not modified" into something else.
struct StoredValidator {
    let validator: Validator
    private let sha256: String

    /// Longer ones are not kept: they would be sent with every poll.
    private static let textBytesMax = 1_000
    static let lengthBytesMax = 8_192

    /// Ties a validator to bytes; nil where the server gave none worth keeping.
    init?(_ validator: Validator?, of bytes: [UInt8]) {
        guard let validator, validator != Validator(),
            Self.isShort(validator.entityTag), Self.isShort(validator.lastModified)
        else { return nil }
        self.validator = validator
        sha256 = Self.hash(bytes)
    }

    /// Reads what ``encoded()`` wrote; nil for anything else and where it belongs to other bytes.
    init?(stored: [UInt8], of bytes: [UInt8]) {
        let limits = JSONLimits(lengthBytesMax: Self.lengthBytesMax)
        guard let json = try? JSON.parse(stored, limits: limits),
            json["sha256"]?.stringValue == Self.hash(bytes)
        else { return nil }
        self.init(
            Validator(
                entityTag: json["entityTag"]?.stringValue,
                lastModified: json["lastModified"]?.stringValue),
            of: bytes)
    }

    /// The stored form.
    func encoded() -> [UInt8] {
        var object = JSONObject()
        object["sha256"] = .string(sha256)
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
