import CodePoints

/// The keys and values of an object, which the object's copies share.
///
/// A class, so that others can read an object through a reference, without a copy and without an allocation.
package final class JSONMembers: @unchecked Sendable {
    @exclusivity(unchecked) var shape: JSONShape
    /// The values in the order of the shape's keys.
    @exclusivity(unchecked) var values: [JSON]

    /// The members of an empty object.
    static let none = JSONMembers(.empty, [])

    /// Keeps the keys of `shape`, with one value for each.
    init(_ shape: JSONShape, _ values: [JSON]) {
        self.shape = shape
        self.values = values
    }

    /// How many members there are.
    package var count: Int { values.count }

    /// The key of one member.
    ///
    /// - Parameter place: the member's place, in `0..<count`.
    package func key(_ place: Int) -> String { shape[place].text }

    /// The value of one member.
    ///
    /// - Parameter place: the member's place, in `0..<count`.
    package func value(_ place: Int) -> JSON { values[place] }

    package func place(of key: String) -> Int? { place(of: key, KeyPrint(key)) }

    package func place(of key: TextKey) -> Int? { place(of: key.text, key.print) }

    /// Looks in the shape without counting a reference: an object does not change while others may read it.
    private func place(of key: String, _ print: KeyPrint) -> Int? {
        Unmanaged.passUnretained(shape)._withUnsafeGuaranteedRef { $0.place(of: key, print) }
    }
}
