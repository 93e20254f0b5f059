import JSON

/// Many roles in one entry: each takes the paths whose hash begins with its number (TAP 15).
struct SuccinctRoles {
    private let namePrefix: String
    /// How many bits of the path's hash choose the role: 1 to 32.
    private let bitCount: Int
    private let trust: RoleTrust

    init(
        _ cursor: JSONCursor, keys: [String: PublicKey], limits: TUFLimits
    ) throws(JSONShapeError) {
        namePrefix = try cursor.member("name_prefix").delegatedRoleName(limits)
        bitCount = Int(try cursor.member("bit_length").integer(in: 1...32))
        trust = try RoleTrust(cursor, keys: keys)
    }

    /// The only role for a path.
    func role(for path: TargetPath) -> DelegatedRole {
        // The hash's first 8 digits are its first 32 bits.
        let bits = UInt32(Substring(path.hash.utf8.prefix(8)), radix: 16) ?? 0
        let number = String(bits >> (32 - UInt32(bitCount)), radix: 16)
        let digitCount = (bitCount + 3) / 4
        let padding = String(repeating: "0", count: digitCount - number.utf8.count)
        return DelegatedRole(succinct: "\(namePrefix)-\(padding)\(number)", trust: trust)
    }
}
