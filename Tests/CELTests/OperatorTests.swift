import Testing

@testable import CEL

@Suite struct OperatorTests {
    static let arithmetic = [
        Case("1 + 2 * 3 - 8 / 2 % 3", "6"),
        Case("(1 + 2) * 3", "9"),
        Case("-7 / 2", "-3"),
        Case("-7 % 3", "-1"),
        Case("7u / 2u", "3u"),
        Case("1.0 / 0.0", "inf"),
        Case("'a' + 'b' + 'c'", "'abc'"),
        Case("b'a' + b'b'", "b[97, 98]"),
        Case("[1] + [2, 3]", "[1, 2, 3]"),
        Case("--5", "5"),
        Case("---5", "-5"),
        Case("!!!true", "false"),
        Case("1 / 0", "error 1: '/': expected a divisor other than 0, found 0"),
        Case("1 + 7 % 0", "error 5: '%': expected a divisor other than 0, found 0"),
        Case(
            "9223372036854775807 + 1",
            "error 1: '+': expected a result of 64 bits, found a larger one"),
        Case(
            "-9223372036854775808 / -1",
            "error 1: '/': expected a result of 64 bits, found a larger one"),
        Case(
            "-9223372036854775808 % -1",
            "error 1: '%': expected a result of 64 bits, found a larger one"),
        Case(
            "-(-9223372036854775808)",
            "error 1: '-': expected a result of 64 bits, found a larger one"),
        Case("0u - 1u", "error 1: '-': expected a result of 64 bits, found a larger one"),
        Case(
            "1 + 2.0",
            "error 1: '+': expected two numbers of one kind, two texts or two lists, "
                + "found an integer and a decimal number; write double(x) around the integer"),
        Case(
            "'n' + 1",
            "error 1: '+': expected two numbers of one kind, two texts or two lists, "
                + "found text and an integer; write string(x) around the number"),
        Case(
            "5.0 % 2.0",
            "error 1: '%': expected two integers, found a decimal number and a decimal number"),
        Case("-'a'", "error 1: '-': expected an integer or a decimal number, found text"),
    ]

    static let comparison = [
        Case("1 == 1.0 && 1 == 1u && 1u == 1.0", "true"),
        Case("1 == 'x'", "false"),
        Case("null == false", "false"),
        Case("[1, [2u]] == [1.0, [2]]", "true"),
        Case("{'a': 1, 'b': 2} == {'b': 2.0, 'a': 1u}", "true"),
        Case("0.0 / 0.0 == 0.0 / 0.0", "false"),
        Case(#"'Am\u00E9lie' == 'Ame\u0301lie'"#, "false"),
        Case("'b' > 'a' && 'aa' > 'a' && 'Z' < 'a'", "true"),
        Case(#"'\uFFFD' < '\U0001F600'"#, "true"),
        Case("1 < 1.5 && 2u > 1 && -1 < 0u && 1.5 < 2u", "true"),
        Case("false < true && b'a' < b'b'", "true"),
        Case("9223372036854775807 < 9223372036854775808.0", "false"),
        Case(
            "1 < 'a'",
            "error 1: expected two numbers, two texts or two others that have an order, "
                + "found an integer and text"),
        Case("2 in [1, 2.0]", "true"),
        Case("'a' in {'a': null} && !('b' in {'a': null})", "true"),
        Case("1 in {1u: true}", "true"),
        Case("1 in 'a'", "error 1: 'in': expected a list or a map, found text"),
    ]

    static let logic = [
        Case("true && false || true", "true"),
        Case("false && 1 / 0 == 1", "false"),
        Case("1 / 0 == 1 && false", "false"),
        Case("1 / 0 == 1 || true", "true"),
        Case("true || 'x' == 1", "true"),
        Case("1 && false", "false"),
        Case("1 / 0 == 1 && true", "error 1: '/': expected a divisor other than 0, found 0"),
        Case("true && 1", "error 9: '&&': expected true or false, found an integer"),
        Case("!1", "error 2: '!': expected true or false, found an integer"),
        Case("true ? 1 : 1 / 0", "1"),
        Case("false ? 1 : false ? 2 : 3", "3"),
        Case("1 ? 2 : 3", "error 1: '?': expected true or false, found an integer"),
    ]

    static let data: [String: Value] = [
        "red": Value(["auto": .int(12), "reef": Value(["top": Value([.bool(true)])])]),
        "list": Value([.int(1), .int(2)]),
    ]

    static let access = [
        Case("red.auto + red['auto']", "24", data),
        Case("red.reef.top[0]", "true", data),
        Case("list[1] + list[0u] + list[1.0]", "5", data),
        Case("red.aut", "error 5: expected the key 'aut', found none", data),
        Case("red['aut']", "error 5: expected the key 'aut', found none", data),
        Case("{1: 2}[3]", "error 8: expected the key '3', found none"),
        Case("list[2]", "error 6: expected an index from 0 and below the list's length 2", data),
        Case("list[-1]", "error 6: expected an index from 0 and below the list's length 2", data),
        Case("list['a']", "error 6: expected an integer as index of a list, found text", data),
        Case("list.a", "error 6: '.a': expected a map before it, found a list", data),
        Case("{'content-type': 1}.`content-type`", "1"),
        Case(
            "{'in': 1}.in",
            "refused 11+2: expected a name after '.', found the word 'in'; write ['in']"),
        Case("{'if': 1}.if", "1"),
    ]

    @Test(arguments: arithmetic) func calculates(_ example: Case) { example.check() }
    @Test(arguments: comparison) func compares(_ example: Case) { example.check() }
    @Test(arguments: logic) func decides(_ example: Case) { example.check() }
    @Test(arguments: access) func selects(_ example: Case) { example.check() }
}
