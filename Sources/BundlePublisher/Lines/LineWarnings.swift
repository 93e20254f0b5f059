import BundleFormat
import JSON
import SeasonAuthoring

extension DecisionsFile.Content {
    /// The lines that have no effect: no content is known by the version, rollbacks lead in a circle, or (a note) a later
    /// line says something else.
    ///
    /// - Parameters:
    ///   - signed: decisions that are live already; their lines were shown before.
    ///   - isKnown: whether a content is given or was offered; true if that is not known.
    package func warnings(
        path: String, after signed: Decisions? = nil,
        isKnown: (BundleYear, ContentVersion) -> Bool = { _, _ in true }
    ) -> [Diagnostic] {
        let old = Set(signed?.lines ?? [])
        return decisions.lines.filter { !old.contains($0) }.compactMap { line in
            let isOver = !decisions.counts(line)
            let over = "no effect: a later line says something else about \(line.version.short)"
            guard let problem = isOver ? over : problem(line, isKnown) else { return nil }
            return Diagnostic(
                file: path,
                place: numbers[line].flatMap { number in
                    source?.place(
                        TextPosition(line: number, column: 1), length: line.text.utf8.count)
                },
                message: problem, isWarning: true, isNote: isOver)
        }
    }

    private func problem(
        _ line: DecisionLine, _ isKnown: (BundleYear, ContentVersion) -> Bool
    ) -> String? {
        if case .rollback = line.decision, decisions.isCircle(line.year, given: line.version) {
            return "rollbacks of \(line.year) lead in a circle: the target of the latest is shown"
        }
        // A recall may be about a content that only a thief has offered.
        guard line.kind != .recall, !isKnown(line.year, line.version) else { return nil }
        return "no effect: no content \(line.version.short) of \(line.year) is known here"
    }
}
