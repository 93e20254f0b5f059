import BreakdownRenderer

/// Finds what a screen reader cannot say: values without a heading, and signs without words.
enum ReaderReview {
    static func diagnostics(_ season: CheckedSeason) -> [Diagnostic] {
        var found: [Diagnostic] = []
        for subject in [Subject.match, .insights] {
            guard let compiled = season.descriptions[subject] else { continue }
            let file = compiled.written?.path ?? season.source.description.file.path
            var seen: Set<String> = []
            for sample in season.samples(of: subject) {
                let problems =
                    headings(HTMLFormatter().format(sample.rendered))
                    + signs(sample.rendered)
                for (problem, remedy) in problems where seen.insert(problem).inserted {
                    found.append(
                        .warning(file, "\(sample.source.name): \(problem)", remedy: remedy))
                }
            }
        }
        return found
    }

    /// What is wrong with the headings of a page's tables.
    static func headings(_ html: String) -> [(problem: String, remedy: String)] {
        var found: [(problem: String, remedy: String)] = []
        // The piece of `<th scope="row">Auto</th>` is ` scope="row">Auto`.
        for piece in html.split(separator: "<th", omittingEmptySubsequences: false).dropFirst() {
            // `<thead>` is another element.
            guard piece.first == " " || piece.first == ">" else { continue }
            let heading = piece.split(
                separator: "</th>", maxSplits: 1, omittingEmptySubsequences: false)[0]
            let parts = heading.split(
                separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
            if !parts[0].contains("scope=\"") {
                found.append(
                    ("a heading of no row or column", "this is a mistake of the program"))
            }
            if parts.count < 2 || parts[1].allSatisfy(\.isWhitespace) {
                found.append(
                    (
                        "a heading without a word",
                        "give each row a label, and each table a title or none"
                    ))
            }
        }
        return found
    }

    /// Signs that a screen reader reads as a shape, such as "black square".
    private static let silent: Set<Character> = [
        "●", "○", "◉", "◌", "▲", "△", "■", "□", "◆", "◇", "★", "·", "↑", "↓", "←", "→",
    ]
    /// Characters that need no explanation.
    private static let plain: Set<Character> = ["✓", "✗", "–", " "]

    /// Finds signs that are a cell's only content and that no note, title or label explains.
    private static func signs(
        _ rendered: RenderedBreakdown
    ) -> [(problem: String, remedy: String)] {
        let rows = rendered.tables.flatMap(\.rows)
        let words = rendered.notes + rendered.tables.compactMap(\.title) + rows.map(\.label)
        let explained = Set(words.joined())
        var unexplained: [Character] = []
        for cell in rows.flatMap({ [$0.red, $0.blue] }) {
            let signs = Set(cell).subtracting(plain)
            guard !signs.isEmpty, signs.isSubset(of: silent) else { continue }
            for sign in signs.sorted() where sign != "·" && !explained.contains(sign) {
                if !unexplained.contains(sign) { unexplained.append(sign) }
            }
        }
        guard !unexplained.isEmpty else { return [] }
        let shown = unexplained.sorted().map(String.init).joined(separator: " ")
        return [
            (
                "cells with signs alone that nothing explains: \(shown)",
                "say in a note what they mean: a screen reader says \"black square\""
            )
        ]
    }
}
