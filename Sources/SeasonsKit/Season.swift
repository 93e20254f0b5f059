import BreakdownRenderer
import BundleFormat
import BundleZip
import Foundation

/// One season as it was served when the app asked for it; it never changes.
public struct Season: Sendable {
    /// The year it was played in.
    public let year: Int
    /// Its content: 64 hexadecimal digits.
    public let version: String
    /// Whether it is inside the app; otherwise it was downloaded.
    public let isEmbedded: Bool
    /// When this app switched to it; nil if that is not known.
    public let since: Date?
    /// When it was uploaded; nil if that is not known.
    public let uploadedAt: Date?
    /// Its files by their path, such as `match.json`.
    public let files: [String: Data]

    init(_ contents: BundleContents, _ entry: SetIndex.Entry) {
        year = contents.year.number
        version = entry.version.hex
        isEmbedded = entry.origin == .embedded
        since = entry.sinceUnixSeconds.map { Date(unixSeconds: $0) }
        uploadedAt = entry.publishedUnixSeconds.map { Date(unixSeconds: $0) }
        files = Dictionary(uniqueKeysWithValues: contents.files.map { ($0.description, Data($1)) })
    }

    /// Draws a match of this season.
    ///
    /// - Parameters:
    ///   - match: a match, or an event's insights, as The Blue Alliance's API answers.
    ///   - form: the form of the table.
    /// - Returns: the table.
    /// - Throws: ``SeasonsError`` if `match` is not a match of this season.
    public func render(_ match: Data, as form: TableForm = .text) throws(SeasonsError) -> String {
        let source = try TableDrawing.source(match, of: year)
        guard source.year == year else {
            throw SeasonsError("match: expected one of \(year), found one of \(source.year)")
        }
        return try TableDrawing.draw(source, with: self, as: form)
    }
}

/// What is wrong with a match, a season or a file, for people: `match: expected …, found …`.
public struct SeasonsError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}

extension Date {
    init(unixSeconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(unixSeconds)) }
}
