import BundleFormat
import SeasonAuthoring
import TUF

/// Takes a content back from every machine, whatever its wave or pin.
package struct Recall: Deciding {
    /// What is shown instead of a recalled content that a season shows.
    package enum Replacement: Equatable, Sendable {
        /// The newest earlier content; if there is none, the content inside the program.
        case previous
        case content(VersionPrefix)
        case embedded
    }

    let year: BundleYear
    /// Nil lists the choices.
    let recalled: VersionPrefix?
    let replacement: Replacement

    package init(year: BundleYear, recalled: VersionPrefix?, replacement: Replacement) {
        (self.year, self.recalled, self.replacement) = (year, recalled, replacement)
    }

    package func decide(_ view: DecisionView) throws(PublishError) -> Decided {
        guard let recalled else {
            let choices = view.choices(year)
            throw PublishError(
                "\(year): expected the content to recall, found none", kind: .choose,
                remedy: choices.isEmpty
                    ? "name all 64 digits: nothing of \(year) is known here"
                    : "name one of these by its first digits",
                details: choices)
        }
        let version = try view.version(recalled, year)
        var decided = Decided()
        let isRecalled = view.decisions.isRecalled(year, version)
        if isRecalled {
            decided.notes.append("\(version.short) of \(year) is recalled already")
        } else {
            decided.add(.recall, year, version)
        }
        let shown = try? view.shown(year)
        guard shown == version else {
            if replacement != .previous, let shown {
                decided.notes.append(
                    "\(year) still shows \(shown.short): --to is for a recall of the shown content")
            }
            return decided
        }
        switch replacement {
        case .embedded: break
        case .content(let prefix):
            let other = try view.version(prefix, year)
            guard other != version else { throw view.recalled(other, year) }
            try view.requireServable(other, year)
            decided.entries += view.showing(other, year).entries
        // A recall that is repeated keeps what it decided.
        case .previous where isRecalled: break
        case .previous:
            guard let found = try view.earlier(year, than: version) else {
                decided.notes.append(
                    "no earlier content of \(year) can be shown, so machines show the content inside the program"
                )
                break
            }
            let back = view.goingBack(to: found, year)
            decided.entries += back.entries
            decided.notes += back.notes
        }
        return decided
    }
}

/// Lets a recalled content be served again.
package struct Lift: Deciding {
    let year: BundleYear
    let recalled: VersionPrefix

    package init(year: BundleYear, recalled: VersionPrefix) {
        (self.year, self.recalled) = (year, recalled)
    }

    package func decide(_ view: DecisionView) throws(PublishError) -> Decided {
        let version = try view.version(recalled, year)
        var decided = Decided()
        switch view.decisions.line(.recall, year, version)?.decision {
        case nil:
            throw PublishError(
                "\(year): expected a recalled content, found that \(version.short) was never recalled",
                remedy: "\(.log(year)) lists the decisions")
        case .recall: decided.add(.lift, year, version)
        default:
            decided.notes.append("the recall of \(version.short) of \(year) is lifted already")
        }
        return decided
    }
}
