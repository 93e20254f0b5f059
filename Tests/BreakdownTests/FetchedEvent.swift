import Foundation
import TestSupport

/// An event on a server like the API, and programs that ask it.
struct FetchedEvent {
    let server: LoopbackAPI
    let folder: TemporaryDirectory

    init() throws {
        server = try LoopbackAPI()
        folder = try TemporaryDirectory()
        server["event/2024necmp"] = #"""
            {"key":"2024necmp","event_code":"necmp","name":"New England Championship","playoff_type":10,
            "timezone":"America/New_York","start_date":"2024-04-03","end_date":"2024-04-06","year":2024}
            """#
        server["event/2024necmp/matches"] = Self.list(
            ["qm1", "qm2", "qm10", "sf5m1", "f1m1"].shuffled())
        for name in ["qm1", "qm2"] { server["match/2024necmp_\(name)"] = Self.match(name) }
    }

    /// The variables of a person who has a key and is at this event.
    var environment: [String: String] {
        [
            "TBA_API_URL": server.address, "TBA_AUTH_KEY": "right-key",
            "XDG_CACHE_HOME": folder["cache"], "XDG_CONFIG_HOME": folder["config"],
        ]
    }

    func run(
        _ arguments: [String], input: String = "", _ more: [String: String] = [:]
    ) throws -> Program.Result {
        try Program.run(
            "breakdown", arguments, input: input, environment: environment.merging(more) { $1 })
    }

    /// How far a match is.
    enum State { case unplayed, scored, complete }

    static func list(_ names: [String], _ states: [String: State] = [:]) -> String {
        "[\(names.map { match($0, states[$0] ?? .complete) }.joined(separator: ",\n"))]"
    }

    /// A time at which details may still come.
    static var today: Int { Int(Date().timeIntervalSince1970) - 600 }

    /// A match of the event: red wins 50 to 30.
    static func match(
        _ name: String, _ state: State = .complete, red: Int = 50, blue: Int = 30,
        startedAt second: Int = 1_712_340_600
    ) -> String {
        let level = String(name.prefix { $0.isLetter })
        let numbers = name.dropFirst(level.count).split(separator: "m").compactMap { Int($0) }
        let (set, number) = numbers.count == 2 ? (numbers[0], numbers[1]) : (1, numbers[0])
        let isPlayed = state != .unplayed
        let breakdown =
            state == .complete
            ? #"{"red":{"rp":3,"totalPoints":\#(red)},"blue":{"rp":1,"totalPoints":\#(blue)}}"#
            : "null"
        return #"""
            {"key":"2024necmp_\#(name)","event_key":"2024necmp","comp_level":"\#(level)",
            "set_number":\#(set),"match_number":\#(number),"alliances":{
            "red":{"score":\#(isPlayed ? red : -1),"team_keys":["frc254","frc971","frc1678"],
            "dq_team_keys":["frc971"],"surrogate_team_keys":[]},
            "blue":{"score":\#(isPlayed ? blue : -1),"team_keys":["frc1114","frc2056","frc\#(9000 + number)"],
            "dq_team_keys":[],"surrogate_team_keys":["frc2056"]}},
            "winning_alliance":"\#(!isPlayed || red == blue ? "" : red > blue ? "red" : "blue")","time":\#(second - 600),
            "actual_time":\#(isPlayed ? "\(second)" : "null"),"predicted_time":\#(second - 300),
            "score_breakdown":\#(breakdown)}
            """#
    }
}
