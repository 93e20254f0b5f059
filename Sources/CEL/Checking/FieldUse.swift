/// The fields of the data that an expression reads, as far as that is known without data.
package struct FieldUse: Sendable, Equatable {
    private var read: Set<FieldPlace> = []
    /// Those fields that it reads only to reach their own fields.
    private var passed: Set<FieldPlace> = []
    /// Those fields of which it may read any field.
    private var whole: Set<FieldPlace> = []

    package init() {}

    package mutating func add(_ key: String, of container: FieldPlace) {
        read.insert(container.field(key))
        passed.insert(container)
    }

    mutating func addAll(of container: FieldPlace) { whole.insert(container) }

    package mutating func formUnion(_ other: FieldUse) {
        read.formUnion(other.read)
        passed.formUnion(other.passed)
        whole.formUnion(other.whole)
    }

    package func mapped(_ name: (FieldPlace) -> FieldPlace) -> FieldUse {
        var mapped = FieldUse()
        mapped.read = Set(read.map(name))
        mapped.passed = Set(passed.map(name))
        mapped.whole = Set(whole.map(name))
        return mapped
    }

    /// Whether a field is read, by its own name or inside something that is read.
    package func contains(_ place: FieldPlace) -> Bool {
        if read.contains(place) || whole.contains(place) { return true }
        var keys = place.keys
        while keys.popLast() != nil {
            let outer = FieldPlace(place.root, keys)
            if whole.contains(outer) { return true }
            if read.contains(outer), !passed.contains(outer) { return true }
        }
        return false
    }
}
