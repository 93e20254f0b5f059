import BreakdownRenderer
import BundleFormat
import JSON

/// Compares new matches with a live season.
///
/// A finding disappears when the live season answers it with a row, with a word, or with a sample. A sample
/// that shows the same difference says that the author wants it so.
package struct Drift: Sendable {
    /// The differences, the gravest first.
    package internal(set) var findings: [DriftFinding] = []
    /// How many matches were compared.
    package let comparedCount: Int
    /// Matches that are too few to decide anything about them.
    let undecided: Set<String>

    /// Compares the matches with the season.
    package init(_ matches: [DriftMatch], with season: LiveSeason) {
        let samples = FieldFacts(season.samples.map { ($0["key"]?.stringValue ?? "", $0) })
        let outcome = MatchPile(matches: matches.map(\.json), of: season.year)
            .rendered(season.year, with: [.match: season.description])
        let generic = Set(outcome.others)
        let unreadable = Self.unreadable(matches, of: season.year)
        // If the description does not apply to a match, that is one finding, not one for each field.
        let described = matches.filter { !generic.contains($0.key) }
        let facts = FieldFacts(described.map { ($0.key, $0.json) })
        var evidence = Evidence()
        for json in season.samples + described.map(\.json) { evidence.add(json) }
        let coverage = DescriptionCoverage(season.json, against: evidence)

        let stopped = StoppedFields(described, samples: samples, coverage: coverage)
        comparedCount = matches.count
        undecided = stopped.undecided
        findings += unreadable + Self.problems(outcome)
        if !outcome.others.isEmpty {
            findings.append(DriftFinding(change: .notDescribed, matches: outcome.others))
        }
        findings += TotalRule.findings(described, season: season, coverage: coverage)
        findings += Self.newFields(facts, beside: samples, coverage)
        findings += Self.newWords(facts, beside: samples, coverage)
        findings += stopped.findings
        findings = findings.filter(\.needsReview) + findings.filter { !$0.needsReview }
    }

    /// The matches that have to be compared again: those of findings, and the undecided ones.
    package var open: Set<String> {
        findings.filter(\.needsReview).reduce(into: undecided) { $0.formUnion($1.matches) }
    }

    /// Matches that no program can draw: a member has another type than the API says.
    private static func unreadable(_ matches: [DriftMatch], of year: BundleYear) -> [DriftFinding] {
        var found: [String: [String]] = [:]
        for match in matches {
            do throws(MatchError) {
                _ = try Match.decode(match.json, year: year.number)
            } catch {
                found["\(error)", default: []].append(match.key)
            }
        }
        return found.sorted { $0.key < $1.key }.prefix(DriftLimits.findingsMax).map {
            DriftFinding(change: .problem($0.key), matches: $0.value)
        }
    }

    private static func problems(_ outcome: MatchPile.Outcome) -> [DriftFinding] {
        outcome.problems.sorted { $0.key < $1.key }.prefix(DriftLimits.findingsMax).map {
            // A match stands here twice if the problem is in both columns.
            DriftFinding(change: .problem($0.key), matches: Self.distinct($0.value))
        }
    }

    private static func distinct(_ keys: [String]) -> [String] {
        var seen: Set<String> = []
        return keys.filter { seen.insert($0).inserted }
    }

    private static func newFields(
        _ facts: FieldFacts, beside samples: FieldFacts, _ coverage: DescriptionCoverage
    ) -> [DriftFinding] {
        let new = facts.fields.filter { place, _ in
            samples.fields[place] == nil && !coverage.reads(place)
        }
        return new.sorted { $0.key < $1.key }.prefix(DriftLimits.findingsMax).map {
            DriftFinding(change: .newField($0.key.name), matches: $0.value.matches)
        }
    }

    private static func newWords(
        _ facts: FieldFacts, beside samples: FieldFacts, _ coverage: DescriptionCoverage
    ) -> [DriftFinding] {
        let known = samples.enumerations()
        var found: [DriftFinding] = []
        for (place, field) in facts.fields.sorted(by: { $0.key < $1.key }) {
            guard coverage.reads(place), let family = known[place.family],
                let words = field.words, words.count <= DriftLimits.wordsMax
            else { continue }
            for (word, matches) in words.sorted(by: { $0.key < $1.key })
            where !family.contains(word) && !coverage.names(word) {
                let change: DriftFinding.Change =
                    coverage.unhandledWords.contains(word)
                    ? .newWord(word, field: place.name) : .unnamedWord(word, field: place.name)
                found.append(DriftFinding(change: change, matches: matches))
            }
        }
        return Array(found.prefix(DriftLimits.findingsMax))
    }
}

extension DescriptionCoverage {
    /// Whether anything in the description reads a field.
    func reads(_ place: FieldFacts.Place) -> Bool {
        place.isBesideSides ? readsBesideSides(place.keys) : reads(place.keys)
    }
}
