import Foundation

/// A table in a document of the checkout, which a test compares with the code.
public struct DocumentTable {
    private let page: String
    private let before: [String]
    private let after: [String]
    /// The table's lines, its head among them; empty where the page has no such table.
    public let lines: [String]

    /// Finds a table.
    ///
    /// - Parameters:
    ///   - page: the document, below the checkout.
    ///   - start: how the table's first line begins.
    /// - Throws: where the document cannot be read.
    public init(_ page: String, from start: String) throws {
        self.page = Checkout.path(page)
        let text = try String(contentsOfFile: self.page, encoding: .utf8)
        let all = text.components(separatedBy: "\n")
        let first = all.firstIndex { $0.hasPrefix(start) } ?? all.endIndex
        let end = all[first...].firstIndex { !$0.hasPrefix("|") } ?? all.endIndex
        before = Array(all[..<first])
        lines = Array(all[first..<end])
        after = Array(all[end...])
    }

    /// Compares the table with the code's, or writes it anew where `UPDATE_EXPECTED` is set.
    ///
    /// - Parameter expected: the table that the code makes.
    /// - Returns: true where both are the same.
    /// - Throws: where the document cannot be written.
    public func matches(_ expected: [String]) throws -> Bool {
        guard ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] != nil, !lines.isEmpty else {
            return lines == expected
        }
        try (before + expected + after).joined(separator: "\n")
            .write(toFile: page, atomically: true, encoding: .utf8)
        return true
    }
}
