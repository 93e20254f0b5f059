import BreakdownRenderer

/// Finds data that a description does not show: fields without a row, and words without a translation.
enum AsideReview {
    /// How many fields one message names.
    private static let namedMax = 12

    static func diagnostics(_ season: CheckedSeason) -> [Diagnostic] {
        season.written.flatMap { subject, written in
            let review = Description.review(
                written.json, of: subject, against: season.evidence)
            return unread(review.unreadFields, in: written.path)
                + review.unhandledWords.map { written.diagnostic($0, isAboutKey: true).asNote }
        }
    }

    private static func unread(_ fields: [String], in path: String) -> [Diagnostic] {
        guard !fields.isEmpty else { return [] }
        let named = fields.prefix(namedMax).joined(separator: ", ")
        let rest = fields.count - namedMax
        return [
            Diagnostic.warning(
                path,
                "\(counted(fields.count, "field")) of the data in no row: \(named)"
                    + (rest > 0 ? " and \(rest) more" : "")
            ).asNote
        ]
    }
}
