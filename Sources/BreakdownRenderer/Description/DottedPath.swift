import JSON

/// A dotted way down from an alliance's object: `hubScore.autoPoints`.
struct DottedPath: Equatable, Sendable {
    /// The keys from the top; never empty, none of them empty.
    let keys: [String]

    /// Reads a dotted path, or returns nil if a key is empty or there are too many.
    init?(_ text: String) {
        let keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard keys.count <= RenderLimits.keysMax, keys.allSatisfy({ !$0.isEmpty }) else {
            return nil
        }
        self.keys = keys
    }

    private init(keys: [String]) {
        self.keys = keys
    }

    /// The path of the first key alone.
    var first: DottedPath { DottedPath(keys: Array(keys.prefix(1))) }

    /// What a path leads to.
    enum Found {
        case value(JSON)
        /// A key is absent, or null stands where an object would have it.
        case missing
        /// Something other than an object stands where a key is looked up; carries that key.
        case blocked(key: String, kind: String)
    }

    /// Follows the path.
    ///
    /// - Parameter object: where it begins.
    /// - Returns: what is there.
    func find(in object: JSONObject) -> Found {
        var object = object
        for key in keys.dropLast() {
            switch object[key] {
            case .object(let inner)?: object = inner
            case .null?, nil: return .missing
            case let other?: return .blocked(key: key, kind: other.kind)
            }
        }
        return keys.last.flatMap { object[$0] }.map(Found.value) ?? .missing
    }

    /// Whether the path leads to a value, null included.
    func isPresent(in object: JSONObject) -> Bool {
        if case .value = find(in: object) { true } else { false }
    }
}
