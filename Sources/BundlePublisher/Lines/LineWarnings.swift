import BundleFormat
import JSON
import SeasonAuthoring

extension DecisionsFile.Content {
    /// The lines that have no effect: no content is known by the version, rollbacks lead in a circle, or (a note) a later
    /// line says something else.
    ///
    /// - Parameters:
    ///   - signed: decisions that are live already; their lines were shown before.
    ///   - known: contents that are given or were offered; nil if that is not known.
    package func warnings(
        path: String, after signed: Decisions? = nil, known: [BundleYear: Set<ContentVersion>]?
    ) -> [Diagnostic] {
        let old = Set(signed?.lines ?? [])
        return decisions.lines.filter { !old.contains($0) }.compactMap { line in
            let isOver = !decisions.counts(line)
            guard let problem = isOver ? Self.over(line) : problem(line, known) else { return nil }
            return Diagnostic(
                file: path,
                place: numbers[line].flatMap { number in
                    source?.place(
                        TextPosition(line: number, column: 1), length: line.text.utf8.count)
                },
                message: problem, isWarning: true, isNote: isOver)
        }
    }

    private static func over(_ line: DecisionLine) -> String {
        "no effect: a later line says something else about \(line.version.short)"
    }

    private func problem(
        _ line: DecisionLine, _ known: [BundleYear: Set<ContentVersion>]?
    ) -> String? {
        if case .rollback = line.decision, decisions.isCircle(line.year, given: line.version) {
            return "rollbacks of \(line.year) lead in a circle: the target of the latest is shown"
        }
        // A recall may be about a content that only a thief has offered.
        guard line.kind != .recall, let known, known[line.year]?.contains(line.version) != true
        else { return nil }
        return "no effect: no content \(line.version.short) of \(line.year) is known here"
    }
}
