import BreakdownRenderer
import BundleArchive
import BundleFormat
import JSON

extension DriftReport {
    /// The differences between matches and a season.
    static func compared(
        _ matches: [DriftMatch], with season: LiveSeason
    ) -> [DriftFinding] {
        let samples = FieldFacts(season.samples.map { ($0["key"]?.stringValue ?? "", $0) })
        let drawn = MatchPile(matches: matches.map(\.json), of: season.year)
            .drawn(season.year, with: [.match: season.description])
        let generic = Set(drawn.others)
        // If the description does not apply to a match, that is one finding, not one for each field.
        let described = matches.filter { !generic.contains($0.key) }
        let facts = FieldFacts(described.map { ($0.key, $0.json) })
        var evidence = Evidence()
        for json in season.samples + described.map(\.json) { evidence.add(json) }
        let coverage = DescriptionCoverage(season.json, against: evidence)

        var findings = unreadable(matches, of: season.year) + problems(drawn)
        if !drawn.others.isEmpty {
            findings.append(DriftFinding(change: .notDescribed, matches: drawn.others))
        }
        findings += TotalRule.findings(described, season: season, coverage: coverage)
        findings += newFields(facts, beside: samples, coverage)
        findings += newWords(facts, beside: samples, coverage)
        return findings + stoppedFields(described, samples: samples, coverage)
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

    private static func problems(_ drawn: DrawnMatches) -> [DriftFinding] {
        drawn.problems.sorted { $0.key < $1.key }.prefix(DriftLimits.findingsMax).map {
            // A match stands here twice if the problem is in both columns.
            DriftFinding(change: .problem($0.key), matches: distinct($0.value))
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

    /// Finds fields that all samples have, that rows read, and that the latest matches do not have.
    private static func stoppedFields(
        _ matches: [DriftMatch], samples: FieldFacts, _ coverage: DescriptionCoverage
    ) -> [DriftFinding] {
        let places = samples.fields.filter { place, field in
            field.matches.count == samples.matchesCount && coverage.reads(place)
        }.keys.sorted()
        guard !places.isEmpty else { return [] }
        var findings: [DriftFinding] = []
        let ordered = inPlayOrder(matches)
        let fields = ordered.map { Set(FieldFacts([($0.key, $0.json)]).fields.keys) }
        for place in places {
            let start = fields.lastIndex { $0.contains(place) }.map { $0 + 1 } ?? 0
            let lacking = ordered[start...].map(\.key)
            guard lacking.count >= DriftLimits.lackingMin else { continue }
            findings.append(DriftFinding(change: .stoppedField(place.name), matches: lacking))
        }
        return Array(findings.prefix(DriftLimits.findingsMax))
    }

    /// The matches in the order of play; a match without a time counts as earlier than all others.
    private static func inPlayOrder(_ matches: [DriftMatch]) -> [DriftMatch] {
        matches.enumerated().sorted { left, right in
            (left.element.playedSecond ?? .min, left.offset)
                < (right.element.playedSecond ?? .min, right.offset)
        }.map(\.element)
    }
}

extension DescriptionCoverage {
    /// Whether anything in the description reads a field.
    func reads(_ place: BreakdownField) -> Bool {
        place.isBesideSides ? readsBesideSides(place.keys) : reads(place.keys)
    }
}

/// A season as its bundle has it; new matches are compared with it.
package struct LiveSeason: Sendable {
    package let year: BundleYear
    package let version: ContentVersion
    let description: Description
    let json: JSON
    /// The matches among its samples that the description applies to.
    let samples: [JSON]

    /// Reads a bundle; nil if this program cannot read its description.
    package init?(_ contents: BundleContents) {
        year = contents.year
        version = contents.version
        var found: JSON?
        var values: [(name: String, json: JSON)] = []
        for (path, bytes) in contents.files {
            let name = path.description
            if name == BundleFile.description {
                found = try? JSON.parse(bytes, limits: .description)
            } else if path.sampleName != nil, let json = try? JSON.parse(bytes, limits: .match) {
                values.append((name, json))
            }
        }
        guard let found, let description = try? Description.decode(found, of: .match) else {
            return nil
        }
        json = found
        self.description = description
        let year = contents.year.number
        samples = values.sorted { $0.name < $1.name }.map(\.json).filter { json in
            guard json["score_breakdown"]?.objectValue != nil,
                let match = try? Match.decode(json, year: year)
            else { return false }
            return !Renderer().render(match, with: description).isGeneric
        }
    }
}
