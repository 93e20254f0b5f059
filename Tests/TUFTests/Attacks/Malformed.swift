import JSON
import TUF

/// Files that are no metadata, or none that this client reads.
extension Attack {
    static let malformed: [Attack] =
        [
            ("no JSON", "x", "line 1, column 1: expected a value, found 'x'"),
            (
                "half a file", "{\"signed\":{",
                "line 1, column 12: expected a key in quotes, found the end of the text"
            ),
            ("nothing", "", "line 1, column 1: expected a value, found the end of the text"),
            ("a list", "[]", "the whole text: expected an object, found a list"),
            ("no signatures", "{\"signed\":{}}", "signatures: expected a value, found none"),
            ("nothing signed", "{\"signatures\":[]}", "signed: expected a value, found none"),
            (
                "a number as a signature",
                "{\"signatures\":[{\"keyid\":\"a\",\"sig\":7}],\"signed\":{}}",
                "signatures[0].sig: expected text, found 7"
            ),
            (
                "one key twice", "{\"signed\":{},\"signed\":{}}",
                "line 1, column 14: expected each key once, found a second \"signed\""
            ),
            (
                "lists inside each other without end", String(repeating: "[", count: 10_000),
                "line 1, column 65: expected at most 64 levels of lists and objects"
            ),
            (
                "a decimal number", "{\"signatures\":[],\"signed\":{\"a\":1.5}}",
                "canonical JSON: expected integers only, found a decimal number"
            ),
            (
                "too many signatures",
                "{\"signed\":{},\"signatures\":[" + String(repeating: "0,", count: 256) + "0]}",
                "signatures: expected at most 256 signatures, found 257"
            ),
        ].map { name, text, problem in
            Attack(
                "\(name) for a timestamp",
                .repository(.malformed(file: "timestamp", problem: problem))
            ) { $0.repository.files["timestamp.json"] = Array(text.utf8) }
        }
        + [
            (
                "spec_version", "2.0.0" as JSON,
                "signed.spec_version: expected version 1 of the specification, found \"2.0.0\""
            ),
            (
                "spec_version", "1",
                "signed.spec_version: expected version 1 of the specification, found \"1\""
            ),
            (
                "version", 0,
                "signed.version: expected an integer from 1 to 9223372036854775806, found 0"
            ),
            (
                "version", -1,
                "signed.version: expected an integer from 1 to 9223372036854775806, found -1"
            ),
            (
                "version", true,
                "signed.version: expected an integer from 1 to 9223372036854775806, found true or false"
            ),
            (
                "version", .bigInteger("99999999999999999999"),
                "signed.version: expected an integer from 1 to 9223372036854775806, found 99999999999999999999"
            ),
            (
                "version", .integer(.max),
                "signed.version: expected an integer from 1 to 9223372036854775806,"
                    + " found 9223372036854775807"
            ),
            (
                "expires", "tomorrow",
                "signed.expires: expected a time such as 2026-11-21T02:30:00Z, found \"tomorrow\""
            ),
            ("meta", [:], "signed.meta[\"snapshot.json\"]: expected a value, found none"),
        ].map { member, value, problem in
            Attack(
                "\(member) \(value) in a timestamp",
                .repository(.malformed(file: "timestamp", problem: problem))
            ) {
                $0.repository["timestamp"].edit = { $0[member] = value }
                $0.repository.publishTimestamp()
            }
        }
}
