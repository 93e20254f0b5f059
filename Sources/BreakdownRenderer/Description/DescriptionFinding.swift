import JSON

/// One mistake in a description, with its place and the remedy.
public struct DescriptionFinding: Equatable, Sendable, CustomStringConvertible {
    /// The path to the value that is wrong.
    public let path: JSONPath
    /// Where the mistake begins in that value's text, in code points from 0; nil for the whole
    /// value.
    public internal(set) var offset: Int?
    /// How many code points it covers; nil for the whole value.
    public internal(set) var length: Int?
    /// What was expected and what was found.
    public let message: String
    /// The remedy, if it is known.
    public internal(set) var remedy: String?
    /// The word that does not exist; nil for every other mistake.
    package internal(set) var unknown: Unknown?

    /// A word of the author's that does not exist.
    package enum Unknown: Equatable, Sendable {
        /// A key, and the key of the description language that is nearest to it.
        case key(nearest: String?)
        /// A name in an expression.
        case name(String)
    }

    /// Place, message and remedy in one line.
    public var description: String {
        let place = offset.map { ", character \($0 + 1)" } ?? ""
        return "\(path)\(place): \(message)" + (remedy.map { ": \($0)" } ?? "")
    }
}

/// All mistakes of a description.
public struct DescriptionErrors: Error, Equatable, CustomStringConvertible {
    /// The mistakes, in the order of the text; never empty.
    public let findings: [DescriptionFinding]

    /// The mistakes, one on each line.
    public var description: String {
        findings.map { $0.description }.joined(separator: "\n")
    }
}
