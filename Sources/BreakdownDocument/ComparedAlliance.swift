import BreakdownRenderer

/// One half of a comparison: a match, or one of its alliances.
package struct ComparedAlliance: Equatable, Sendable {
    /// The match's key.
    package let key: String
    /// The alliance; nil for both.
    package let side: Side?

    /// Reads `2024necmp_f1m1`, `2024necmp_f1m1:red`.
    ///
    /// - Parameter text: the text as typed; the result is nil if the side is neither red nor blue.
    package init?(_ text: String) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, !first.isEmpty else { return nil }
        key = String(Substring(first))
        guard parts.count == 2 else {
            side = nil
            return
        }
        guard let side = Side(rawValue: String(Substring(parts[1]))) else { return nil }
        self.side = side
    }
}
