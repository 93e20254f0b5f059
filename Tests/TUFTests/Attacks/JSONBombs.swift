import JSON
import TUF

/// Texts that are small and cost much to read: refused while they are read.
extension Attack {
    static let jsonBombs: [Attack] =
        [
            (
                "levels of lists in each other",
                String(repeating: "[", count: 5_000)
                    + String(repeating: "]", count: 5_000),
                "line 1, column 100: expected at most 64 levels of lists and objects"
            ),
            (
                "levels of objects in each other",
                String(repeating: "{\"a\":", count: 2_000) + "0"
                    + String(repeating: "}", count: 2_000),
                "line 1, column 348: expected at most 64 levels of lists and objects"
            ),
            (
                "more values than accepted", "[" + String(repeating: "0,", count: 3_000) + "0]",
                "line 1, column 4031: expected at most 2000 values"
            ),
            (
                "a number of a thousand and one digits", String(repeating: "9", count: 1_001),
                "line 1, column 38: expected a number of at most 1000 characters"
            ),
            (
                "an exponent that fills the memory", "1e999999999",
                "line 1, column 38: expected a number within the range of a double"
            ),
        ].map { name, value, problem in
            Attack(
                "\(name), in a timestamp",
                .repository(.malformed(file: "timestamp", problem: problem)),
                limits: name.contains("values") ? smaller { $0.valuesMax = 2_000 } : nil
            ) {
                let text = "{\"signatures\":[],\"signed\":{\"unknown\":" + value + "}}"
                $0.repository.files["timestamp.json"] = Array(text.utf8)
            }
        }
}
