import Testing

/// Small descriptions that would cost minutes or gigabytes if only each expression had a limit.
struct Attack: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The rows of its table as JSON.
    let rows: String
    /// Further members of the description, each with a comma behind it.
    var top = ""

    /// Twenty rows of fifty elements each, all with the same value.
    init(_ name: String, value: String, define: [String: String] = [:]) {
        self.init(
            name, row: #"{"label": "{item}", "each": \#(Self.fifty), "value": "\#(value)"}"#,
            define: define)
    }

    /// Twenty rows of a kind.
    init(_ name: String, row: String, define: [String: String] = [:]) {
        testDescription = name
        rows = Array(repeating: row, count: 20).joined(separator: ",")
        if !define.isEmpty {
            let members = define.sorted { $0.key < $1.key }
                .map { "\"\($0.key)\": \"\($0.value)\"" }
            top = "\"define\": {\(members.joined(separator: ","))},"
        }
    }

    static let fifty = "[\((0..<50).map(String.init).joined(separator: ","))]"
    static let ones = list("1", 26)
    /// An expression that takes nearly all steps that one may take.
    static let nested = "\(ones).map(a, \(ones).map(b, \(ones).map(c, a + b + c))).size()"

    static func list(_ element: String, _ count: Int) -> String {
        "[\(Array(repeating: element, count: count).joined(separator: ","))]"
    }

    /// `seed` put together with itself again and again: as large as one expression may make it.
    static func doubled(_ seed: String, _ times: Int) -> String {
        "[\(seed)]" + String(repeating: ".map(v, v + v)", count: times) + "[0]"
    }

    static let text = doubled("'xxxxxxxx'", 10)
    static let numbers = doubled("[0, 0, 0, 0]", 8)
}

extension Attack {
    /// Attacks on whoever renders one match.
    static let onRendering = [
        Attack("nested comprehensions", value: nested),
        Attack(
            "comprehensions over match data",
            value: "alliance.map(a, match.map(b, [a, b].map(c, c + string(item)))).size()"),
        Attack(
            "conditions of cases",
            row: #"{"label": "r", "each": \#(fifty), "cases": ["#
                + Array(repeating: #"{"when": "\#(nested) < 0", "text": "x"}"#, count: 50)
                .joined(separator: ",") + "]}"),
        Attack(
            "conditions of constants",
            row: #"{"label": "r", "each": \#(fifty), "cases": ["#
                + Array(repeating: #"{"when": "false", "text": "x"}"#, count: 50)
                .joined(separator: ",") + #"], "needs": \#(list(#""a.b.c.d""#, 20))}"#),
        Attack(
            "placeholders",
            row:
                #"{"label": "r", "each": \#(fifty), "text": "\#(String(repeating: "{1}", count: 333))"}"#
        ),
        Attack("growing texts", value: doubled("'xxxxxxxx'", 10) + ".size() + item"),
        Attack("growing lists", value: doubled("[0, 0, 0, 0]", 8) + ".size() + item"),
        Attack("comparing texts", value: list("t == t", 200) + ".size()", define: ["t": text]),
        Attack("comparing lists", value: list("l == l", 200) + ".size()", define: ["l": numbers]),
        Attack(
            "looking into lists", value: list("1 in l", 200) + ".size()", define: ["l": numbers]),
        Attack("sums", value: list("sum(l)", 200) + ".size()", define: ["l": numbers]),
        Attack(
            "long keys", value: list("m[t]", 300) + ".size()", define: ["t": text, "m": "{t: 1}"]),
        Attack(
            "comparing long keys", value: list("m == m", 200) + ".size()",
            define: ["t": text, "m": "{t + 'a': 1, t + 'b': 2}"]),
        Attack("shares", value: list("percent(1, 3, 6)", 100) + ".size()"),
        Attack("replacing", value: list("t.replace('x', '')", 40) + ".size()", define: ["t": text]),
        Attack(
            "turning texts", value: list("t.reverse().size()", 40) + ".size()", define: ["t": text]),
        Attack("trimming", value: list("t.trim().size()", 40) + ".size()", define: ["t": text]),
        Attack(
            "words for lists",
            row: #"{"label": "r", "each": \#(fifty), "value": "[l, l]", "words": {"#
                + (0..<200).map { "\"\($0 + 500)\": \"x\"" }.joined(separator: ",") + "}}",
            define: ["l": doubled("['', '', '', '']", 7)]),
        Attack(
            "named values for each item", value: "n9",
            define: Dictionary(
                uniqueKeysWithValues: (0..<10).map { at in
                    (
                        "n\(at)",
                        at == 0 ? "item" : "\(ones).map(a, \(ones).map(b, n\(at - 1))).size()"
                    )
                })),
        Attack("long cells", value: "t", define: ["t": text]),
        Attack(
            "long labels",
            row:
                #"{"label": "\#(String(repeating: "é", count: 900)){item}", "each": \#(fifty), "value": "1"}"#
        ),
    ]

    /// Attacks on whoever reads the description.
    static let onReading = [
        Attack(
            "keys", row: #"{"label": "r", "each": \#(fifty), "field": "k{\#(nested)}"}"#),
        Attack(
            "labels", row: #"{"label": "{\#(nested)}", "each": \#(fifty), "value": "1"}"#),
        Attack(
            "long elements of each",
            row:
                #"{"label": "r", "field": "\#(String(repeating: "{item.a}", count: 100))", "each": [{"a": "\#(String(repeating: "x", count: 5_000))"}]}"#
        ),
    ]
}
