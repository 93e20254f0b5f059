import JSON

/// A description that only says "like another season".
///
/// Publishers replace it by the other season's tree, so readers of published bundles never meet an
/// alias.
public struct DescriptionAlias: Equatable, Sendable {
    /// The season whose description it uses.
    public let year: Int
    /// Its own title, if it has one.
    public let title: String?

    /// Reads an alias.
    ///
    /// - Returns: the alias, or nil if the tree describes something itself.
    /// - Throws: ``DescriptionErrors`` if it is an alias and something else besides.
    public static func decode(_ json: JSON) throws(DescriptionErrors) -> DescriptionAlias? {
        guard let alias = json["alias"] else { return nil }
        var reader = DescriptionReader(subject: .match)
        let cursor = JSONCursor(json)
        let year = alias.integerValue.flatMap { (0...9_999).contains($0) ? Int($0) : nil }
        var title: String?
        if reader.readFormat(cursor), reader.readObject(cursor, keys: ["format", "alias", "title"])
        {
            title = reader.member("title", of: cursor).flatMap { reader.readText($0) }
            if year == nil {
                reader.reportMismatch(
                    "a year", at: JSONCursor(alias, path: cursor.path.member("alias")))
            }
        }
        guard let year, reader.findings.isEmpty else {
            throw DescriptionErrors(findings: reader.findings)
        }
        return DescriptionAlias(year: year, title: title)
    }

    /// The description that is published instead of the alias.
    public func resolved(_ tree: JSON) -> JSON {
        guard let title, case .object(var object) = tree else { return tree }
        object["title"] = .string(title)
        return .object(object)
    }
}
