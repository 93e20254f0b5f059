import Text

/// A map, in the evaluator's or in the host's own storage; it does not change.
public protocol MapValue: AnyObject, Sendable {
    /// How many entries there are.
    var count: Int { get }
    /// All keys, in any order; expressions see them sorted.
    var keys: [MapKey] { get }

    /// The value under a text.
    func value(forKey key: String) -> Value?

    /// The value under a text that an expression names: `autoPoints` in `alliance.autoPoints`.
    ///
    /// A map that finds its keys by their prints can implement it; else ``value(forKey:)`` is called.
    func value(named key: TextKey) -> Value?

    /// The value under any key; a map with only texts as keys need not implement it.
    func value(for key: MapKey) -> Value?
}

extension MapValue {
    /// The value under a text that an expression names.
    public func value(named key: TextKey) -> Value? { value(forKey: key.text) }

    /// The value under any key, for a map with only texts as keys.
    public func value(for key: MapKey) -> Value? {
        if case .string(let text) = key { value(forKey: text) } else { nil }
    }
}

/// A map that an expression made: its entries are sorted by key for a binary search.
final class NativeMap: MapValue {
    typealias Entry = (key: MapKey, value: Value)

    let entries: [Entry]
    let weightBytes: Int

    init(unique entries: [Entry]) {
        self.entries = entries.ordered { $0.key < $1.key }
        weightBytes = Value.weightBytes(around: entries.lazy.flatMap { [$0.key.value, $0.value] })
    }

    var count: Int { entries.count }
    var keys: [MapKey] { entries.map { $0.key } }

    func value(forKey key: String) -> Value? { value(for: .string(key)) }

    func value(for key: MapKey) -> Value? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].key == key ? entries[low].value : nil
    }
}

extension Array {
    /// Equal ones keep their order; it sorts numbers: Embedded Swift compiles a sort once for each type of element.
    func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
        indices.sorted { precedes(self[$0], self[$1]) }.map { self[$0] }
    }
}
