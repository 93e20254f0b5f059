import BreakdownRenderer
import JSON
import MatchKeys

/// The matches of an event, one on each line.
struct EventList {
    let key: EventKey
    /// Its name, days and zone, if known.
    let event: EventFacts?
    /// Where the data came from.
    let retrieval: Retrieval?
    /// The matches, in play order.
    let matches: [ListedMatch]

    /// The whole list as text.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    func text(_ appearance: Appearance, at now: Int64) -> String {
        let style = ListStyle(appearance)
        let table = ListTable(matches: matches, zone: event?.timeZone, style: style, now: now)
        var lines = [style.strong(heading(style)), ""]
        lines += table.lines(width: appearance.width)
        lines.append("")
        lines += table.legend
        if let match = matches.last(where: \.match.hasResult) ?? matches.last {
            lines.append("One match: breakdown \(style.harmless(match.match.key))")
        }
        if let retrieval { lines.append(style.faint(retrieval.credit)) }
        return lines.map { "\($0)\n" }.joined()
    }

    /// `New England Championship · 2024necmp · 3–6 Apr 2024`.
    func heading(_ style: ListStyle) -> String {
        let parts = [event?.name, key.description, event?.dateText].compactMap { $0 }
        return style.harmless(parts.joined(separator: " \(style.bullet) "))
    }

    /// One object on each line.
    ///
    /// - Parameter replaces: what a stream said about the match before; nil for a list.
    func jsonLines(replaces: JSON? = nil) -> String {
        matches.map { listed in
            var object = listed.json(of: key, event, retrieval).objectValue ?? JSONObject()
            object["replaces"] = replaces
            return JSON.object(object).text() + "\n"
        }.joined()
    }
}

extension ListedMatch {
    /// The line of a list as an object.
    fileprivate func json(
        of event: EventKey, _ facts: EventFacts?, _ retrieval: Retrieval?
    ) -> JSON {
        [
            "key": .string(match.key), "schema": .integer(Int64(JSONFormatter.schemaVersion)),
            "subject": "list", "year": .integer(Int64(match.year)),
            "event": [
                "key": .string(event.description),
                "name": facts?.name.map(JSON.string) ?? nil,
            ],
            "name": .string(shortName), "level": .string(match.level.code),
            "state": .string(state.rawValue),
            "time": match.time.map { .integer($0.seconds) } ?? nil,
            "time_is_actual": .bool(match.time?.isActual ?? false),
            "winner": match.winner.map { .string($0.rawValue) } ?? nil,
            "alliances": ["red": side(.red), "blue": side(.blue)],
            "retrieved": retrieval.map(source) ?? nil,
        ]
    }

    private func source(_ retrieval: Retrieval) -> JSON {
        [
            "source": .string(retrieval.source), "address": .string(retrieval.address),
            "age_seconds": .integer(Int64(retrieval.ageSeconds)),
            "is_stored": .bool(retrieval.isStored),
        ]
    }

    private func side(_ side: Side) -> JSON {
        let alliance = match.alliance(side)
        return [
            "score": alliance.score.map { .integer(Int64($0)) } ?? nil,
            "ranking_points": match.rankingPoints(side).map { .integer(Int64($0)) } ?? nil,
            "teams": .array(alliance.teams.map(JSON.string)),
            "disqualified": .array(alliance.disqualified.map(JSON.string)),
            "surrogates": .array(alliance.surrogates.map(JSON.string)),
        ]
    }
}

extension ListStyle {
    /// The style of a run.
    init(_ appearance: Appearance) {
        self.init(ascii: appearance.ascii, colour: appearance.colour, isQuiet: appearance.isQuiet)
    }
}
