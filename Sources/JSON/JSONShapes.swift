import CodePoints

/// The shapes of the objects of earlier texts, by their places in the texts.
///
/// Matches of one season have the same keys in the same order. So at each place the parser expects the keys
/// of the last object there. It compares them as bytes. While they are the same, it makes no texts and no
/// table of keys, and the objects share one shape. From the first different key on it reads the object in
/// the ordinary way. It then expects the next object at this place to be like this one.
///
/// An instance belongs to one thread.
public final class JSONShapes {
    /// A place of objects: the root, or below a member of the objects at another place.
    ///
    /// The elements of a list stand at the list's place.
    final class Place {
        /// The shape of the last object here; nil before the first.
        @exclusivity(unchecked) fileprivate(set) var shape: JSONShape?
        /// Its keys in quotes, as they stand in the text, one after the other; empty until they are needed.
        @exclusivity(unchecked) fileprivate var quoted: [UInt8] = []
        /// The end of each of these keys.
        @exclusivity(unchecked) fileprivate var ends: [Int] = []
        /// The places below its members that were lists or objects.
        @exclusivity(unchecked) fileprivate(set) var inner: [Place?] = []
    }

    /// Three times the places of a match.
    private static let placesMax = 128
    /// Objects with more keys, or with longer ones, hardly ever come again.
    private static let keysMax = 64
    private static let keyBytesMax = 64
    private static let averageKeyBytes = 24

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

    /// A new place, or nil if there are too many.
    func makePlace() -> Place? {
        guard placeCount < Self.placesMax else { return nil }
        placeCount += 1
        return Place()
    }

    /// Remembers an object, unless it has too many keys or too long ones.
    func remember(_ shape: JSONShape, inner: [Place?], at place: Place) {
        guard shape.count <= Self.keysMax,
            shape.keys.allSatisfy({ $0.text.utf8.count <= Self.keyBytesMax })
        else { return }
        place.shape = shape
        place.quoted = []
        place.ends = []
        place.inner = inner
    }

    /// Writes the keys that are expected at a place, once; an object with unusual keys is not expected again.
    fileprivate static func write(_ shape: JSONShape, at place: Place) {
        place.ends.reserveCapacity(shape.count)
        place.quoted.reserveCapacity(shape.count * averageKeyBytes)
        for key in shape.keys {
            guard key.text.utf8.allSatisfy(standsForItself) else {
                place.shape = nil
                return
            }
            place.quoted.append(UInt8(ascii: "\""))
            place.quoted.append(contentsOf: key.text.utf8)
            place.quoted.append(UInt8(ascii: "\""))
            place.ends.append(place.quoted.count)
        }
    }

    /// Whether a byte of a key means itself in a text: ASCII, and no quote and no escape.
    private static func standsForItself(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}

extension JSONShapes.Place {
    /// The shape that the next object here is expected to have; nil if none is.
    func expectedShape() -> JSONShape? {
        if quoted.isEmpty, let shape { JSONShapes.write(shape, at: self) }
        return shape
    }

    /// The length of the expected key if it stands here with its quotes, else 0.
    ///
    /// - Parameters:
    ///   - member: the place of the key in the object.
    ///   - text: the whole text.
    ///   - at: where a key begins.
    /// - Returns: the number of bytes.
    func expectedLength(_ member: Int, in text: UnsafeBufferPointer<UInt8>, at: Int) -> Int {
        guard member < ends.count else { return 0 }
        let start = member == 0 ? 0 : ends[member - 1]
        let length = ends[member] - start
        guard length <= text.count - at else { return 0 }
        let found = UnsafeBufferPointer(rebasing: text[at..<at + length])
        let isSame = quoted.withUnsafeBufferPointer {
            haveSameBytes(UnsafeBufferPointer(rebasing: $0[start..<start + length]), found)
        }
        return isSame ? length : 0
    }

    /// The place below an expected member.
    func inner(_ member: Int) -> JSONShapes.Place? { inner[member] }

    /// Makes a place below an expected member.
    func setInner(_ place: JSONShapes.Place?, _ member: Int) { inner[member] = place }
}
