import BundleFormat
import TUF

/// The decisions of a checkout, or of the live state: of each kind the latest line about a content counts.
package struct Decisions: Equatable, Sendable {
    /// All lines, each once, in the order of their times.
    package let lines: [DecisionLine]

    package init(_ lines: some Sequence<DecisionLine>) {
        self.lines = Set(lines).sorted(by: DecisionLine.isEarlier)
    }

    /// The line of a kind that counts for a content: the latest one.
    package func line(
        _ kind: DecisionLine.Kind, _ year: BundleYear, _ version: ContentVersion
    ) -> DecisionLine? {
        lines.last { $0.year == year && $0.kind == kind && $0.version == version }
    }

    /// Whether a line counts: no later line of its kind is about the same content.
    package func counts(_ line: DecisionLine) -> Bool {
        self.line(line.kind, line.year, line.version) == line
    }

    /// Whether no machine may serve a content.
    package func isRecalled(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        line(.recall, year, version)?.decision == .recall
    }

    /// The content that a line shows instead of another one; nil if there is none.
    package func replacement(of version: ContentVersion, _ year: BundleYear) -> ContentVersion? {
        guard case .rollback(let other)? = line(.show, year, version)?.decision else { return nil }
        return other
    }

    /// The content that a season shows if this one is given: replacements are followed to the end.
    ///
    /// In a circle, which two branches can make, the target of its latest line is shown.
    package func shown(_ year: BundleYear, given: ContentVersion) -> ContentVersion {
        var walked: [DecisionLine] = []
        var version = given
        while let line = line(.show, year, version), case .rollback(let other) = line.decision {
            if let start = walked.firstIndex(of: line) {
                let last = walked[start...].max(by: DecisionLine.isEarlier)
                if case .rollback(let target)? = last?.decision { return target }
            }
            walked.append(line)
            version = other
        }
        return version
    }

    /// Whether a content's replacements lead back to one of themselves.
    package func isCircle(_ year: BundleYear, given: ContentVersion) -> Bool {
        replacement(of: shown(year, given: given), year) != nil
    }

    package func rollout(
        _ year: BundleYear, _ version: ContentVersion, begun: Rollout?
    ) -> Rollout? {
        var rollout = begun
        for line in lines where line.year == year && line.version == version {
            switch line.decision {
            case .waves(let setting):
                rollout = Rollout.ofEveryone(
                    unless: setting.waves,
                    holdOffSeconds: setting.holdOffSeconds ?? rollout?.holdOffSeconds ?? 0)
            case .stop: rollout = (rollout ?? Rollout.everyone).stopped
            case .rollback, .again, .recall, .lift: continue
            }
        }
        return rollout
    }

    /// The contents that no machine may serve, by year.
    package var recalled: [BundleYear: Set<ContentVersion>] {
        var recalled: [BundleYear: Set<ContentVersion>] = [:]
        for line in lines where line.decision == .recall && counts(line) {
            recalled[line.year, default: []].insert(line.version)
        }
        return recalled
    }

    package func lacking(of other: Decisions) -> [DecisionLine] {
        let mine = Set(lines)
        return other.lines.filter { !mine.contains($0) }
    }

    package func adding(_ more: [DecisionLine]) -> Decisions { Decisions(lines + more) }
}

extension Rollout {
    /// A rollout; nil if every machine follows at once.
    static func ofEveryone(unless waves: [Wave], holdOffSeconds: Int) -> Rollout? {
        waves.isEmpty && holdOffSeconds == 0
            ? nil : Rollout(waves: waves, holdOffSeconds: holdOffSeconds)
    }
}
