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
    /// A place of objects: the root, or below a member of the objects at another place.
    ///
    /// The elements of a list stand at the list's place.
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

    /// A new place, or nil if there are too many.
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

    /// The place below an expected member.
    func inner(_ member: Int) -> JSONShapes.Place? { inner[member] }

    /// Makes a place below an expected member.
    func setInner(_ place: JSONShapes.Place?, _ member: Int) { inner[member] = place }
}
