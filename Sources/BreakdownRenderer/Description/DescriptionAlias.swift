import JSON

/// A description that says no more than "as another season's".
///
/// Publishers put the other season's tree in its place, so that whoever reads what was published
/// never meets one.
public struct DescriptionAlias: Equatable, Sendable {
    /// The season whose description it takes over.
    public let year: Int
    /// Its own title, if it has one.
    public let title: String?

    /// Reads an alias.
    ///
    /// - Parameter json: a description's tree.
    /// - Returns: the alias, or nil if the tree describes something itself.
    /// - Throws: ``DescriptionErrors`` if it is an alias and something else besides.
    public static func decode(_ json: JSON) throws(DescriptionErrors) -> DescriptionAlias? {
        guard let alias = json["alias"] else { return nil }
        var reader = DescriptionReader(subject: .match)
        let cursor = JSONCursor(json)
        let year = alias.integerValue.flatMap { Int(exactly: $0) }
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

    /// What is published in the alias's place.
    ///
    /// - Parameter tree: the other season's description.
    /// - Returns: the same under this season's title.
    public func resolved(_ tree: JSON) -> JSON {
        guard let title, case .object(var object) = tree else { return tree }
        object["title"] = .string(title)
        return .object(object)
    }
}
