import BundleFormat
import TUF

/// Takes a content back from every machine, whatever its wave or pin.
package struct Recall: Deciding {
    /// What is shown instead of a recalled content that a season shows.
    package enum Replacement: Equatable, Sendable {
        /// The newest earlier content; if there is none, the content inside the program.
        case previous
        case content(VersionPrefix)
        /// The content inside the program.
        case embedded
    }

    package let year: BundleYear
    /// Nil lists the choices.
    package let recalled: VersionPrefix?
    package let replacement: Replacement

    package init(year: BundleYear, recalled: VersionPrefix?, replacement: Replacement) {
        (self.year, self.recalled, self.replacement) = (year, recalled, replacement)
    }

    package func decide(_ view: DecisionView) throws(PublishError) -> Decided {
        guard let recalled else {
            throw .season(.unnamed(year, choices: view.choices(year)))
        }
        let version = try view.version(recalled, year)
        var decided = Decided()
        if view.decisions.isRecalled(year, version) {
            decided.notes.append(.recalledAlready(year, version))
        } else {
            decided.entries.append(.init(year: year, version: version, decision: .recall))
        }
        let shown = try? view.shown(year)
        guard shown == version else {
            if replacement != .previous, let shown {
                decided.notes.append(.stillShown(year, shown))
            }
            return decided
        }
        switch replacement {
        case .embedded: break
        case .content(let prefix):
            let other = try view.version(prefix, year)
            guard other != version, !view.decisions.isRecalled(year, other) else {
                throw .season(.recalled(year, other, choices: view.choices(year)))
            }
            decided.entries += view.showing(other, year)
        case .previous:
            // A recall that is repeated keeps what it decided.
            guard !decided.entries.isEmpty else { break }
            guard let found = try view.earlier(year, than: version) else {
                decided.notes.append(.nothingInstead(year))
                break
            }
            decided.entries += view.showing(found.version, year)
            decided.notes.append(.goesBackTo(year, found))
        }
        return decided
    }
}

/// Lets a recalled content be served again.
package struct Lift: Deciding {
    package let year: BundleYear
    package let recalled: VersionPrefix

    package init(year: BundleYear, recalled: VersionPrefix) {
        (self.year, self.recalled) = (year, recalled)
    }

    package func decide(_ view: DecisionView) throws(PublishError) -> Decided {
        let version = try view.version(recalled, year)
        guard let line = view.decisions.line(.recall, year, version) else {
            throw .season(.notRecalled(year, version))
        }
        guard line.decision == .recall else {
            return Decided(notes: [.liftedAlready(year, version)])
        }
        return Decided(entries: [.init(year: year, version: version, decision: .lift)])
    }
}
