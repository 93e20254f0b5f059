extension String {
    /// Whether both texts have the same code points; `==` would also accept equivalent spellings.
    ///
    /// Without the attribute the WebAssembly module has a copy for each caller.
    @inline(never)
    @usableFromInline
    package func hasSameCodePoints(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let answer = other.utf8.withContiguousStorageIfAvailable { hasSameCodePoints(as: $0) }
        // Only strings from Foundation are stored in another way.
        return answer ?? Array(other.utf8).withUnsafeBufferPointer { hasSameCodePoints(as: $0) }
    }

    /// Whether this is the text of these bytes.
    package func hasSameCodePoints(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        let answer = utf8.withContiguousStorageIfAvailable {
            $0.count == other.count && haveSameBytes($0, other)
        }
        return answer ?? (Array(utf8) == Array(other))
    }
}

/// Whether two pieces of text of one length are the same.
///
/// - Parameters:
///   - right: another piece with as many bytes.
package func haveSameBytes(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
    let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
    let count = left.count
    guard count >= 8 else {
        for at in 0..<count where left[at] != right[at] { return false }
        return true
    }
    // Compares eight bytes at a time: keys of a breakdown have twenty. The last eight may overlap others.
    var at = 0
    while at < count {
        let from = min(at, count - 8)
        let differs =
            left.loadUnaligned(fromByteOffset: from, as: UInt64.self)
            != right.loadUnaligned(fromByteOffset: from, as: UInt64.self)
        if differs { return false }
        at += 8
    }
    return true
}
