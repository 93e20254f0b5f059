/// What ``JSONFormatter`` and ``ViewFormatter`` say in the same words.
extension JSONLine {
    /// Adds the tables.
    mutating func tables(
        _ tables: [BreakdownTable], row append: (inout JSONLine, BreakdownTable.Row) -> Void
    ) {
        list(tables) { line, table in
            line.raw("{\"title\":")
            line.text(table.title)
            line.raw(",\"rows\":")
            line.list(table.rows, append)
            line.raw("}")
        }
    }

    /// Adds a list of texts.
    mutating func texts(_ texts: [String]) {
        list(texts) { line, text in line.text(text) }
    }

    /// Adds the event that a match belongs to.
    mutating func event(of heading: RenderedBreakdown.Heading) {
        raw("{\"key\":")
        text(heading.eventKey)
        raw(",\"name\":")
        text(heading.eventName)
        raw("}")
    }

    /// Adds what is known about an alliance.
    mutating func alliance(_ alliance: Alliance, rankingPoints: Int64?) {
        raw("{\"score\":")
        number(alliance.score)
        raw(",\"ranking_points\":")
        number(rankingPoints)
        raw(",\"teams\":")
        texts(alliance.teams)
        raw(",\"disqualified\":")
        texts(alliance.disqualified)
        raw(",\"surrogates\":")
        texts(alliance.surrogates)
        raw("}")
    }

    /// Adds where the data came from, or null.
    mutating func retrieval(_ retrieval: Retrieval?) {
        guard let retrieval else { return raw("null") }
        raw("{\"source\":")
        text(retrieval.source)
        raw(",\"address\":")
        text(retrieval.address)
        raw(",\"age_seconds\":\(retrieval.ageSeconds),\"is_stored\":\(retrieval.isStored)}")
    }

    /// Adds the content of the description, or null.
    mutating func provenance(_ bundle: Provenance?) {
        guard let bundle else { return raw("null") }
        raw("{\"year\":\(bundle.year),\"version\":")
        text(bundle.version)
        raw(",\"origin\":")
        text(bundle.origin)
        raw("}")
    }

    /// Adds a whole number, or null.
    private mutating func number(_ number: Int64?) {
        raw(number.map { String($0) } ?? "null")
    }
}
