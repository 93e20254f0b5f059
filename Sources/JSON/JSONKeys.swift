/// Keys that texts had before, so that a thousand matches share the strings of one.
///
/// Holds a fixed number of them; a new key takes the place of an older one.
public struct JSONKeys: Sendable {
    private var known: [(print: KeyPrint, key: String)]

    /// Four times the keys of a match: few of them get into each other's place.
    private static let countMax = 512
    /// Keys up to this length fit a string without memory of its own, which is cheaper still.
    private static let shortBytesMax = 15
    /// Longer ones are hardly keys that come again.
    private static let longBytesMax = 64

    /// Starts with none.
    public init() {
        known = Array(repeating: (KeyPrint(""), ""), count: Self.countMax)
    }

    /// The key of these bytes.
    ///
    /// - Parameters:
    ///   - bytes: ASCII.
    ///   - print: their print.
    /// - Returns: a string of them.
    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>, _ print: KeyPrint) -> String {
        guard bytes.count > Self.shortBytesMax, bytes.count <= Self.longBytesMax else {
            return String(decoding: bytes, as: UTF8.self)
        }
        let place = Int(truncatingIfNeeded: (print.word &* 0x9E37_79B9_7F4A_7C15) >> 55)
        if known[place].print == print, known[place].key.hasSameCodePoints(as: bytes) {
            return known[place].key
        }
        let key = String(decoding: bytes, as: UTF8.self)
        known[place] = (print, key)
        return key
    }
}
