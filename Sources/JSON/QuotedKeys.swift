import Text

/// The keys of an expected object in quotes, as they stand in a text; they do not change.
///
/// Their bytes are not in lists, so that no reference is counted for each key.
final class QuotedKeys {
    /// All keys, one after the other.
    private let bytes: UnsafeMutablePointer<UInt8>
    /// The end of each key, after a 0.
    private let ends: UnsafeMutablePointer<Int>
    private let count: Int

    /// Writes the keys of a shape; nil if the bytes of one can mean something else in a text.
    init?(_ shape: JSONShape) {
        var length = 0
        for member in 0..<shape.count {
            var key = shape[member].text
            guard key.withUTF8({ $0.endOfPlainBytes(from: 0) == $0.count }) else { return nil }
            length += key.utf8.count + 2
        }
        count = shape.count
        bytes = .allocate(capacity: length)
        ends = .allocate(capacity: count + 1)
        var end = 0
        func write(_ byte: UInt8) {
            (bytes + end).initialize(to: byte)
            end += 1
        }
        ends.initialize(to: 0)
        for member in 0..<count {
            write(UInt8(ascii: "\""))
            for byte in shape[member].text.utf8 { write(byte) }
            write(UInt8(ascii: "\""))
            (ends + member + 1).initialize(to: end)
        }
    }

    deinit {
        bytes.deallocate()
        ends.deallocate()
    }

    /// The length of a key if it stands in a text with its quotes, else 0.
    func length(of member: Int, in text: UnsafeBufferPointer<UInt8>, at: Int) -> Int {
        guard member < count else { return 0 }
        let start = ends[member]
        let length = ends[member + 1] - start
        guard length <= text.count - at else { return 0 }
        let isSame = haveSameBytes(
            UnsafeBufferPointer(start: bytes + start, count: length),
            UnsafeBufferPointer(rebasing: text[at..<at + length]))
        return isSame ? length : 0
    }
}
