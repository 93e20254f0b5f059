import BundleFormat
import SeasonClient

/// The result of a choice, for people.
struct ChoiceText {
    let chosen: Chosen
    let isDryRun: Bool

    /// A line for each year that the choice is about, or one line for all; and one for each other year that it changes, or that
    /// still follows a choice.
    var lines: [String] {
        guard chosen.change.years.isEmpty else {
            return (chosen.change.years + otherChanges).map(line)
        }
        let years = Set(otherChanges).union(stillChosen).sorted()
        return [(isDryRun ? "would do: " : "") + sentence] + years.map(line)
    }

    /// The years that follow a choice also after the end of a hold.
    private var stillChosen: Set<BundleYear> {
        let choices = chosen.change.choices
        guard choices.heldSinceUnixSeconds == nil else { return [] }
        return Set(choices.pins.keys).union(choices.rollbacks.keys).filter { year in
            choices.pins[year] != nil
                || choices.rollback(of: year, serving: chosen.now.entries[year]) != nil
        }
    }

    /// What `reset`, `hold` or `resume` did; they are about no single year.
    private var sentence: String {
        let choices = chosen.change.choices
        if chosen.change.startsOver {
            let count = chosen.now.entries.count
            return "\(count) season\(count == 1 ? "" : "s") as inside the program, choices and"
                + " failures forgotten; the next poll follows the repository again"
        }
        guard choices.heldSinceUnixSeconds == nil else {
            return "\(Self.held); recalled contents are still removed"
        }
        return "no hold: what is published is followed, from the next poll on"
            + (stillChosen.isEmpty ? "" : ", except as chosen below")
    }

    private static let held = "nothing changes until 'bundle-agent resume'"

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
        let verb = before == result?.version ? "go on serving" : "serve"
        let instead = before.flatMap { $0 == result?.version ? nil : " instead of \($0.short)" }
        return "\(year): \(isDryRun ? "would \(verb)" : "serves") \(now)\(instead ?? "")"
            + whatHolds(year, result).map { "; \($0)" }.joined()
    }

    /// What decides about the year from now on, each with the command that ends it.
    private func whatHolds(_ year: BundleYear, _ now: SetIndex.Entry?) -> [String] {
        let choices = chosen.change.choices
        var holds: [String] = []
        if let pin = choices.pins[year] {
            holds.append(
                "pinned to \(pin.version.short) until 'bundle-agent unpin \(year)'"
                    + (now?.version != pin.version
                        ? "; the next poll fetches it, or 'bundle-agent why \(year)' says why not"
                        : ""))
        }
        if choices.rollback(of: year, serving: now) != nil {
            holds.append(
                "rolled back until something newer is published, or 'bundle-agent resume \(year)'")
        }
        if choices.heldSinceUnixSeconds != nil { holds.append(Self.held) }
        return holds.isEmpty ? ["the next poll follows what is published"] : holds
    }
}
