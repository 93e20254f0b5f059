import BundleFormat
import SeasonClient

/// The result of a choice, for people.
struct ChoiceText {
    let chosen: Chosen
    let isDryRun: Bool

    /// A line for each year that the choice is about, or one line for all; and one for each other year that it changes.
    var lines: [String] {
        guard chosen.change.years.isEmpty else {
            return (chosen.change.years + otherChanges).map(line)
        }
        return [(isDryRun ? "would do: " : "") + sentence] + otherChanges.map(line)
    }

    /// What `reset`, `hold` or `resume` did; they are about no single year.
    private var sentence: String {
        if chosen.change.startsOver {
            let count = chosen.now.entries.count
            return "\(count) season\(count == 1 ? "" : "s") as inside the program, choices and"
                + " failures forgotten; the next poll follows the repository again"
        }
        return chosen.change.choices.heldSinceUnixSeconds == nil
            ? "what is published is followed again, from the next poll on"
            : "nothing changes until 'bundle-agent resume'; recalled contents are still removed"
    }

    /// The years that another version is served of, though the choice is not about them.
    ///
    /// What is on the disk and allowed is served as soon as a person makes any choice. A reset changes every year; only what is then
    /// shown without a description needs a word.
    private var otherChanges: [BundleYear] {
        let (before, now) = (chosen.before.entries, chosen.now.entries)
        return Set(before.keys).union(now.keys).subtracting(chosen.change.years)
            .filter { year in
                before[year]?.version != now[year]?.version
                    && (now[year] == nil || !chosen.change.startsOver)
            }.sorted()
    }

    /// The bundles that could not be taken, a line each, as a poll says it.
    var troubles: [String] {
        chosen.failed.sorted { $0.key < $1.key }.map { "\($0): \($1.description)" }
    }

    private func line(_ year: BundleYear) -> String {
        let result = chosen.now.entries[year]
        let before = chosen.before.entries[year]?.version
        let now =
            result.map { "\($0.version.short) (\($0.origin.rawValue))" }
            ?? "nothing, so it is shown key by key"
        guard before != result?.version else {
            return "\(year): \(isDryRun ? "would go on serving" : "serves") \(now)"
                + whatComes(year, result?.version)
        }
        return "\(year): \(isDryRun ? "would serve" : "serves") \(now)"
            + (before.map { " instead of \($0.short)" } ?? "")
            + whatComes(year, result?.version)
    }

    /// What the next polls do with the year.
    private func whatComes(_ year: BundleYear, _ now: ContentVersion?) -> String {
        let choices = chosen.change.choices
        if let pin = choices.pins[year] {
            return "; pinned to \(pin.version.short)"
                + (now != pin.version
                    ? ", which the next poll fetches; where it does not, 'bundle-agent why \(year)' says why"
                    : "")
        }
        if choices.heldSinceUnixSeconds != nil {
            return "; nothing changes until 'bundle-agent resume'"
        }
        return choices.rollbacks[year] == nil
            ? "; the next poll follows what is published" : "; until something newer is published"
    }
}
