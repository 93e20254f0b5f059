import Text

/// The shapes of the objects of earlier texts, by their places in the texts.
///
/// Matches of one season have the same keys in the same order. So at each place the parser expects the keys
/// of the last object there. It compares them as bytes. While they are the same, it makes no texts and no
/// table of keys, and the objects share one shape. From the first different key on it reads the object in
/// the ordinary way. It then expects the next object at this place to be like this one.
///
/// An instance belongs to one thread.
public final class JSONShapes {
    /// Where objects stand: the root, or a member of the objects at another place; elements stand at their list's place.
    final class Place {
        /// The shape of the last object here; nil before the first.
        @exclusivity(unchecked) fileprivate(set) var shape: JSONShape?
        /// Its keys as they stand in the text; nil until they are needed.
        @exclusivity(unchecked) fileprivate var keys: QuotedKeys?
        /// The places below its members that were lists or objects.
        @exclusivity(unchecked) fileprivate(set) var inner: [Place?] = []
    }

    /// Three times the places of a match.
    private static let placesMax = 128
    /// Objects with more keys, or with longer ones, hardly ever come again.
    private static let keysMax = 64
    private static let keyBytesMax = 64

    private var root = Place()
    private var placeCount = 1

    /// Starts without any shape.
    public init() {}

    /// The place of the next text; forgets all places if there are so many that the texts have little in common.
    func begin() -> Place {
        if placeCount >= Self.placesMax {
            root = Place()
            placeCount = 1
        }
        return root
    }

    func makePlace() -> Place? {
        guard placeCount < Self.placesMax else { return nil }
        placeCount += 1
        return Place()
    }

    /// Remembers an object, unless it has too many keys or too long ones.
    func remember(_ shape: JSONShape, inner: [Place?], at place: Place) {
        guard shape.count <= Self.keysMax,
            (0..<shape.count).allSatisfy({ shape[$0].text.utf8.count <= Self.keyBytesMax })
        else { return }
        place.shape = shape
        place.keys = nil
        place.inner = inner
    }
}

extension JSONShapes.Place {
    /// The shape that the next object here is expected to have, and its keys; nil if none is.
    func expected() -> (shape: JSONShape, keys: QuotedKeys)? {
        guard let shape else { return nil }
        if let keys { return (shape, keys) }
        keys = QuotedKeys(shape)
        // An object with unusual keys is not expected again.
        guard let keys else {
            self.shape = nil
            return nil
        }
        return (shape, keys)
    }

    func inner(_ member: Int) -> JSONShapes.Place? { inner[member] }

    func setInner(_ place: JSONShapes.Place?, _ member: Int) { inner[member] = place }
}

/// The keys of an expected object in quotes, in memory of their own, so that no reference is counted for each key.
final class QuotedKeys {
    private let bytes: UnsafeMutablePointer<UInt8>
    /// The end of each key, after a 0.
    private let ends: UnsafeMutablePointer<Int>
    private let count: Int

    /// Nil if the bytes of a key can mean something else in a text.
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
