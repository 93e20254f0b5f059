import Testing

@testable import CEL

@Suite struct LiteralTests {
    static let numbers = [
        Case("42", "42"),
        Case("0xFf", "255"),
        Case("7u", "7u"),
        Case("0x10U", "16u"),
        Case("18446744073709551615u", "18446744073709551615u"),
        Case("-9223372036854775808", "-9223372036854775808"),
        Case("- 0x8000000000000000", "-9223372036854775808"),
        Case("9223372036854775807", "9223372036854775807"),
        Case(
            "9223372036854775808",
            "refused 1+19: expected an integer of 64 bits, found 9223372036854775808"),
        Case(
            "18446744073709551616u",
            "refused 1+21: expected an unsigned integer of 64 bits, found 18446744073709551616u"),
        Case("1.5", "1.5"),
        Case(".5", "0.5"),
        Case("1e3", "1000.0"),
        Case("-2.5E-1", "-0.25"),
        Case(
            "1e999",
            "refused 1+5: expected a decimal number within the range of a double, found 1e999"),
        Case("0x", "refused 1+2: expected hexadecimal digits after '0x'"),
        Case(
            "12abc",
            "refused 1+5: expected a number, found '12abc'; names do not begin with a digit; "
                + "put an operator after 12"),
    ]

    static let texts = [
        Case(#"'a' + "b""#, "'ab'"),
        Case(#"'\a\b\f\n\r\t\v\\\?\"\'\`'"#, "'\u{7}\u{8}\u{C}\n\r\t\u{B}\\?\"'`'"),
        Case(#"'\x41\X42\103\u00e9\U0001F600'"#, "'ABC\u{E9}\u{1F600}'"),
        Case("'''a'b\nc'''", "'a'b\nc'"),
        Case(#""""a"b""""#, "'a\"b'"),
        Case(#"r'\n'"#, "'\\n'"),
        Case(#"R"""\"x"""#, "refused 1+9: expected \"\"\" at the end of a text"),
        Case(#"R"""\"x""""#, "'\\\"x'"),
        Case(
            #"b'\xff\101\u'"#,
            "refused 11+2: expected an escape, found '\\u'; write '\\\\' for a backslash"),
        Case(#"b'\xff\101'"#, "b[255, 65]"),
        Case(#"bR'\x'"#, "b[92, 120]"),
        Case(#"rb'é'"#, "b[195, 169]"),
        Case("'é😀\u{301}' // a comment", "'é😀\u{301}'"),
        Case("'open", "refused 1+5: expected ' at the end of a text"),
        Case("'''open''", "refused 1+9: expected ''' at the end of a text"),
        Case(#"'\"#, "refused 1+2: expected ' at the end of a text"),
        Case("'a\nb'", "refused 1+2: expected ' at the end of a text"),
        Case(
            #"'é\ud800'"#,
            "refused 3+6: expected a code point, found '\\ud800'; "
                + "surrogates and numbers above 10FFFF are not code points"),
        Case(
            #"'\UFFFFFFFF'"#,
            "refused 2+10: expected a code point, found '\\UFFFFFFFF'; "
                + "surrogates and numbers above 10FFFF are not code points"),
        Case(#"'\x4'"#, "refused 2+3: expected 2 hexadecimal digits in an escape"),
        Case(
            #"'\400'"#, "refused 2+2: expected an escape, found '\\4'; write '\\\\' for a backslash"
        ),
    ]

    static let others = [
        Case("[true, false, null]", "[true, false, null]"),
        Case("[1, 2,]", "[1, 2]"),
        Case("{'b': 1, 'a': 2,}", "{'a': 2, 'b': 1}"),
        Case("{2: 'x', 1u: 'y', true: 'z'}", "{true: 'z', 1u: 'y', 2: 'x'}"),
        Case("{1: 1, 1u: 2}", "error 1: expected each key of a map once, found one twice"),
        Case(
            "{1.0: 1}",
            "error 2: expected true, false, an integer or text as key, found a decimal number"),
        Case("[,]", "refused 2+1: expected a value, found ','"),
        Case("{'a' 1}", "refused 6+1: expected ':' after a key, found '1'"),
        Case("[int, type(1u)]", "[type int, type uint]"),
    ]

    @Test(arguments: numbers) func number(_ example: Case) { example.check() }
    @Test(arguments: texts) func text(_ example: Case) { example.check() }
    @Test(arguments: others) func other(_ example: Case) { example.check() }
}
