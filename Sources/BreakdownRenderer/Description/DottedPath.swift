import CEL
import JSON
import Text

/// A dotted path from an alliance's object: `hubScore.autoPoints`.
///
/// A class, so that following one counts one reference and not one for each list of keys.
final class DottedPath: Sendable {
    /// The keys from the top; the list is not empty, and no key is.
    let keys: [String]
    /// The keys of the objects on the way, ready to be found; none in most paths.
    private let outer: [TextKey]
    /// The last key, ready to be found.
    private let last: TextKey

    /// Reads a dotted path, or returns nil if a key is empty or there are too many.
    convenience init?(_ text: String) {
        let keys = text.pieces(between: ".", omittingEmpty: false)
        guard keys.count <= RenderLimits.keysMax, keys.allSatisfy({ !$0.isEmpty }) else {
            return nil
        }
        self.init(keys: keys)
    }

    private init(keys: [String]) {
        self.keys = keys
        outer = keys.dropLast().map { TextKey($0) }
        last = TextKey(keys.last ?? "")
    }

    var first: DottedPath { DottedPath(keys: Array(keys.prefix(1))) }

    /// The result of following a path.
    enum Found {
        case value(JSON)
        /// A key is absent, or null stands where an object should be.
        case missing
        /// Something other than an object is where a key is looked up; with that key.
        case blocked(key: String, kind: String)
    }

    /// Follows the path.
    func find(in object: JSONObject) -> Found {
        if outer.isEmpty { return object[last].map(Found.value) ?? .missing }
        var object = object
        for key in outer {
            switch object[key] {
            case .object(let inner)?: object = inner
            case .null?, nil: return .missing
            case let other?: return .blocked(key: key.text, kind: other.kind)
            }
        }
        return object[last].map(Found.value) ?? .missing
    }

    /// Whether the path leads to a value, null included.
    func isPresent(in object: JSONObject) -> Bool {
        if outer.isEmpty { return object.storage.place(of: last) != nil }
        if case .value = find(in: object) { return true }
        return false
    }
}
