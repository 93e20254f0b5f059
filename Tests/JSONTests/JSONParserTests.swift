import JSON
import Testing

/// What the parser takes and refuses, each text a named row.
@Suite struct JSONParserTests {
    struct Accepted: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let value: JSON

        init(_ name: String, _ text: String, _ value: JSON) {
            testDescription = name
            self.text = text
            self.value = value
        }
    }

    static let accepted: [Accepted] = [
        Accepted("null", "null", nil),
        Accepted("true", "true", true),
        Accepted("false", "false", false),
        Accepted("zero", "0", 0),
        Accepted("minus zero is the integer zero", "-0", 0),
        Accepted("largest 64 bits", "9223372036854775807", .integer(.max)),
        Accepted("smallest 64 bits", "-9223372036854775808", .integer(.min)),
        Accepted("one above 64 bits", "9223372036854775808", .bigInteger("9223372036854775808")),
        Accepted("one below 64 bits", "-9223372036854775809", .bigInteger("-9223372036854775809")),
        Accepted("integer beyond a double's 53 bits", "9007199254740993", 9_007_199_254_740_993),
        Accepted("fraction", "1.5", .double(1.5)),
        Accepted("whole number with a fraction stays a double", "1.0", .double(1)),
        Accepted("minus zero with a fraction", "-0.0", .double(-0.0)),
        Accepted("exponent without sign", "1e2", .double(100)),
        Accepted("exponent with plus", "1E+2", .double(100)),
        Accepted("exponent with minus", "25e-1", .double(2.5)),
        Accepted("exponent with zeros in front", "1e002", .double(100)),
        Accepted("largest double", "1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
        Accepted("smallest double", "5e-324", .double(.leastNonzeroMagnitude)),
        Accepted("too small for a double is zero", "1e-400", .double(0)),
        Accepted("empty text", #""""#, ""),
        Accepted("every short escape", #""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        Accepted("unicode escape", #""\u00e9\u20AC""#, "é€"),
        Accepted("surrogate pair", #""\uD83E\uDD16""#, "🤖"),
        Accepted("escaped zero", #""a\u0000b""#, "a\0b"),
        Accepted("noncharacter", #""\uFFFF""#, "\u{FFFF}"),
        Accepted("raw delete character", "\"\u{7F}\"", "\u{7F}"),
        Accepted("raw line separator", "\"\u{2028}\"", "\u{2028}"),
        Accepted("raw text beyond the basic plane", "\"🤖\"", "🤖"),
        Accepted("empty list", "[ ]", []),
        Accepted("empty object", "{\t}", [:]),
        Accepted(
            "every space there is", " \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n", [1, 2]),
        Accepted("nesting", #"{"a":[{"b":null}],"c":{}}"#, ["a": [["b": nil]], "c": [:]]),
        Accepted("empty key", #"{"":1}"#, ["": 1]),
    ]

    @Test(arguments: accepted) func accepts(_ row: Accepted) throws {
        #expect(try JSON.parse(row.text) == row.value)
    }

    static let numbersOfMatches: [Accepted] = [
        Accepted("whole number with a fraction", "98.0", 98),
        Accepted("more zeros", "-1.000", -1),
        Accepted("minus zero with a fraction", "-0.0", 0),
        Accepted("exponent", "9.8e1", 98),
        Accepted("exponent with minus", "980E-1", 98),
        Accepted("beyond 32 bits", "4294967396.0", 4_294_967_396),
        Accepted(
            "every digit beyond a double's 53 bits", "9007199254740993.0", 9_007_199_254_740_993),
        Accepted("beyond 64 bits", "9223372036854775808.0", .bigInteger("9223372036854775808")),
        Accepted("exponent beyond a double's 53 bits", "1e16", .double(1e16)),
        Accepted("fraction", "98.5", .double(98.5)),
        Accepted("small fraction", "1e-3", .double(0.001)),
    ]

    @Test(arguments: numbersOfMatches) func wholeDecimalsOfMatchesAreIntegers(_ row: Accepted)
        throws
    {
        #expect(try JSON.parse(row.text, limits: .match) == row.value)
        #expect(try JSON.parse("[\(row.text)]", limits: .matches) == [row.value])
    }

    struct Refused: CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let message: String

        init(_ name: String, _ text: String, _ message: String) {
            self.init(name, bytes: Array(text.utf8), message)
        }

        init(_ name: String, bytes: [UInt8], _ message: String) {
            testDescription = name
            self.bytes = bytes
            self.message = message
        }
    }

    static let refused: [Refused] = structures + numbers + texts

    static let structures: [Refused] = [
        Refused("nothing", "", "line 1, column 1: expected a value, found the end of the text"),
        Refused(
            "only space", " \n ", "line 2, column 2: expected a value, found the end of the text"),
        Refused("two values", "1 2", "line 1, column 3: expected the end of the text, found '2'"),
        Refused("word cut off", "tru", "line 1, column 1: expected a value, found 't'"),
        Refused(
            "word too long", "nulll", "line 1, column 5: expected the end of the text, found 'l'"),
        Refused("word in capitals", "TRUE", "line 1, column 1: expected a value, found 'T'"),
        Refused(
            "a word of Python", "[True]",
            "line 1, column 2: expected a value, found True, which JSON does not have; "
                + "write null, true, false, or text in double quotes"),
        Refused(
            "a key of Python", "{'a': 1}",
            "line 1, column 2: expected a value, found ', which JSON does not have; "
                + "write null, true, false, or text in double quotes"),
        Refused(
            "an infinity below zero", "[-Infinity]",
            "line 1, column 2: expected a value, found -Infinity, which JSON does not have; "
                + "write null, true, false, or text in double quotes"),
        Refused(
            "list not closed", "[1",
            "line 1, column 3: expected ',' or ']', found the end of the text"),
        Refused("list ending in a comma", "[1,]", "line 1, column 4: expected a value, found ']'"),
        Refused(
            "list closed by a brace", "[1}", "line 1, column 3: expected ',' or ']', found '}'"),
        Refused("lone comma", "[,]", "line 1, column 2: expected a value, found ','"),
        Refused(
            "object not closed", #"{"a":1"#,
            "line 1, column 7: expected ',' or '}', found the end of the text"),
        Refused(
            "object ending in a comma", #"{"a":1,}"#,
            "line 1, column 8: expected a key in quotes, found '}'"),
        Refused(
            "key without quotes", "{a:1}", "line 1, column 2: expected a key in quotes, found 'a'"),
        Refused(
            "key that is a number", "{1:1}", "line 1, column 2: expected a key in quotes, found '1'"
        ),
        Refused("no colon", #"{"a" 1}"#, "line 1, column 6: expected ':' after a key, found '1'"),
        Refused("no value", #"{"a":}"#, "line 1, column 6: expected a value, found '}'"),
        Refused(
            "key twice", "{\"a\":1,\n \"a\":2}",
            #"line 2, column 2: expected each key once, found a second "a""#),
        Refused(
            "key twice, once escaped", #"{"a":1,"\u0061":2}"#,
            #"line 1, column 8: expected each key once, found a second "a""#),
        Refused(
            "key twice that would rewrite a terminal", #"{"\u001b[2J":1,"\u001b[2J":2}"#,
            #"line 1, column 16: expected each key once, found a second "\u{1b}[2J""#),
        Refused("comment", "[1, // one\n2]", "line 1, column 5: expected a value, found '/'"),
        Refused(
            "single quotes", "'a'",
            "line 1, column 1: expected a value, found ', which JSON does not have; "
                + "write null, true, false, or text in double quotes"),
        Refused(
            "byte order mark", "\u{FEFF}1",
            "line 1, column 1: expected JSON, found a byte order mark; save the text as plain UTF-8"
        ),
        Refused(
            "no-break space", "\u{A0}1", "line 1, column 1: expected a value, found the byte 0xc2"),
        Refused(
            "zero byte", "1\0", "line 1, column 2: expected the end of the text, found the byte 0x0"
        ),
        Refused(
            "UTF-16", bytes: [0x31, 0],
            "line 1, column 2: expected the end of the text, found the byte 0x0"),
        Refused(
            "place behind wide characters counts code points", #"{"é🤖":1 x"#,
            "line 1, column 9: expected ',' or '}', found 'x'"),
        Refused(
            "place after Windows line ends", "[1,\r\n2,\r\nx]",
            "line 3, column 1: expected a value, found 'x'"),
    ]

    static let numbers: [Refused] = [
        Refused("leading zero", "01", "line 1, column 1: expected no leading zero in a number"),
        Refused(
            "leading zero behind minus", "-01",
            "line 1, column 2: expected no leading zero in a number"),
        Refused("two zeros", "00", "line 1, column 1: expected no leading zero in a number"),
        Refused("plus", "+1", "line 1, column 1: expected a value, found '+'"),
        Refused("lone minus", "-", "line 1, column 2: expected a digit, found the end of the text"),
        Refused("two minuses", "--1", "line 1, column 2: expected a digit, found '-'"),
        Refused("no digit before the point", ".5", "line 1, column 1: expected a value, found '.'"),
        Refused(
            "no digit after the point", "1.",
            "line 1, column 3: expected a digit, found the end of the text"),
        Refused("point and exponent", "1.e5", "line 1, column 3: expected a digit, found 'e'"),
        Refused(
            "no digit in the exponent", "1e+",
            "line 1, column 4: expected a digit, found the end of the text"),
        Refused("hexadecimal", "0x10", "line 1, column 2: expected the end of the text, found 'x'"),
        Refused(
            "not a number", "NaN",
            "line 1, column 1: expected a value, found NaN, which JSON does not have; "
                + "write null, true, false, or text in double quotes"),
        Refused(
            "beyond a double", "1e309",
            "line 1, column 1: expected a number within the range of a double"),
        Refused(
            "digits without end", String(repeating: "9", count: 1_001),
            "line 1, column 1: expected a number of at most 1000 characters"),
    ]

    static let texts: [Refused] = [
        Refused(
            "text not closed", #""abc"#,
            "line 1, column 5: expected '\"' at the end of a text, found the end of the text"),
        Refused(
            "text not closed behind an escape", #""\n"#,
            "line 1, column 4: expected '\"' at the end of a text, found the end of the text"),
        Refused(
            "raw line end in a text", "\"a\nb\"",
            "line 1, column 3: expected control characters in a text to be escaped, found the byte 0xa"
        ),
        Refused(
            "raw control character behind an escape", "\"\\n\u{1}\"",
            "line 1, column 4: expected control characters in a text to be escaped, found the byte 0x1"
        ),
        Refused(
            "unknown escape", #""\x41""#,
            "line 1, column 3: expected one of \" \\ / b f n r t u after a backslash, found 'x'"),
        Refused(
            "escape cut off", #""\"#,
            "line 1, column 3: expected one of \" \\ / b f n r t u after a backslash, found the end of the text"
        ),
        Refused(
            "three hex digits", #""\u12g4""#,
            "line 1, column 6: expected four hexadecimal digits after \\u, found 'g'"),
        Refused(
            "wide hex digit", "\"\\u\u{FF11}111\"",
            "line 1, column 4: expected four hexadecimal digits after \\u, found the byte 0xef"),
        Refused(
            "lone high surrogate", #""\uD83E""#,
            "line 1, column 8: expected a pair of surrogates, found a lone one"),
        Refused(
            "lone low surrogate", #""\uDD16""#,
            "line 1, column 8: expected a pair of surrogates, found a lone one"),
        Refused(
            "two high surrogates", #""\uD83E\uD83E""#,
            "line 1, column 14: expected a pair of surrogates, found a lone one"),
        Refused(
            "high surrogate before another escape", #""\uD83E\n""#,
            "line 1, column 8: expected a pair of surrogates, found a lone one"),
        Refused(
            "continuation byte alone", bytes: [0x22, 0x80, 0x22],
            "line 1, column 2: expected valid UTF-8 in a text"),
        Refused(
            "overlong slash", bytes: [0x22, 0xC0, 0xAF, 0x22],
            "line 1, column 2: expected valid UTF-8 in a text"),
        Refused(
            "surrogate in UTF-8", bytes: [0x22, 0xED, 0xA0, 0x80, 0x22],
            "line 1, column 2: expected valid UTF-8 in a text"),
        Refused(
            "beyond Unicode", bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            "line 1, column 2: expected valid UTF-8 in a text"),
        Refused(
            "cut off in a character, behind an escape", bytes: [0x22, 0x5C, 0x6E, 0xC3, 0x22],
            "line 1, column 2: expected valid UTF-8 in a text"),
    ]

    @Test(arguments: refused) func refuses(_ row: Refused) {
        let error = #expect(throws: JSONError.self) { try JSON.parse(row.bytes) }
        #expect(error?.description == row.message)
    }

    @Test func refusesEveryTextCutShort() throws {
        let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\n",true,false,null,{}]}"#.utf8)
        #expect(throws: Never.self) { try JSON.parse(text) }
        for length in text.indices {
            #expect(throws: JSONError.self) { try JSON.parse(Array(text[..<length])) }
        }
    }

    @Test func survivesEveryByteChanged() throws {
        let text = Array(#"{"a":[1,-2.5e3,"x\ud83e\udd16é",true,null]}"#.utf8)
        for at in text.indices {
            for byte in UInt8.min ... .max {
                var changed = text
                changed[at] = byte
                // Whatever it says, it says it without a trap, and what it takes it can write again.
                guard let value = try? JSON.parse(changed) else { continue }
                #expect(try JSON.parse(value.serialized()) == value)
            }
        }
    }
}
