import CEL

extension Shape {
    /// A match as The Blue Alliance documents it (API v3, `Match`), without its breakdown.
    ///
    /// With it the samples need not show each round and each time.
    static let documentedMatch: Shape = {
        let time = Shape([.int, .null])
        let teams = Shape(.list, elements: [anyText])
        let alliance = object([
            "score": Shape([.int, .null]), "team_keys": teams, "surrogate_team_keys": teams,
            "dq_team_keys": teams,
        ])
        return object([
            "key": anyText, "event_key": anyText,
            "comp_level": Shape(.string, texts: ["qm", "ef", "qf", "sf", "f"]),
            "set_number": Shape(.int), "match_number": Shape(.int),
            "alliances": object(["red": alliance, "blue": alliance]),
            "winning_alliance": Shape(.string, texts: ["red", "blue", ""]),
            "time": time, "actual_time": time, "predicted_time": time, "post_result_time": time,
            "videos": Shape(.list, elements: [object(["type": anyText, "key": anyText])]),
        ])
    }()

    private static let anyText = Shape(.string, texts: nil)

    private static func object(_ fields: [String: Shape]) -> Shape { Shape(.map, fields: fields) }
}
