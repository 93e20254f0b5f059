import BundleFormat
import BundleUpdater
import SeasonClient
import UpdatePolicy

/// The result of a choice, for people.
struct ChoiceText {
    let chosen: Chosen
    let isDryRun: Bool

    /// A line for each year that the choice is about, or one line for all; and one for each other year that it changes.
    var lines: [String] {
        guard let sentence = chosen.change.kind.sentence else {
            return (chosen.change.years + otherChanges).map(line)
        }
        return [(isDryRun ? "would do: " : "") + sentence] + otherChanges.map(line)
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

extension ChoiceFacts.Change.Kind {
    /// What was done; nil if each year has a line of its own.
    fileprivate var sentence: String? {
        switch self {
        case .years: nil
        case .held:
            "nothing changes until 'bundle-agent resume'; what is recalled is still taken away"
        case .resumed: "what is published is followed again, from the next poll on"
        case .reset(let count):
            "\(count) season\(count == 1 ? "" : "s") as inside the program, choices and "
                + "failures forgotten; the next poll follows the repository again"
        }
    }
}

extension ChoiceError {
    /// What is wrong, and the remedy.
    var sentence: String {
        switch self {
        case .notServed(let year):
            "\(year): this machine serves no such season; see 'bundle-agent status'"
        case .nothingBefore(let year):
            "\(year): no earlier version is here to go back to; 'bundle-agent why \(year)' shows what is"
        case .nothingChanged: "no season has an earlier version here to go back to"
        case .isPinned(let year, let version):
            "\(year): pinned to \(version.short); 'bundle-agent unpin \(year)' comes first"
        case .notPinned(let year): "\(year): not pinned"
        case .isRecalled(let year, let version):
            "\(year): \(version.short) is recalled by the publisher and cannot be served"
        case .noVersion(let year, let prefix, let known):
            "\(year): no version that begins with '\(prefix)' is here or in the repository; there is "
                + (known.isEmpty ? "none" : known.joined(separator: ", "))
        case .isGone(let year, let version):
            "\(year): \(version.short) was published, and the repository does not have it any more"
        case .isUnreadable(let year, let version, let level):
            "\(year): \(version.short) needs level \(level) of the format, which this machine's programs do"
                + " not read; install a newer bundle-agent and breakdown"
        case .manyVersions(let year, let prefix, let found):
            "\(year): more than one version begins with '\(prefix)': "
                + found.joined(separator: ", ")
        }
    }
}
