import Testing

@testable import CEL

@Suite struct FunctionTests {
    static let conversions = [
        Case("[int('-12'), int(3.9), int(-3.9), int(5u)]", "[-12, 3, -3, 5]"),
        Case("[uint('12'), uint(3.9), uint(5)]", "[12u, 3u, 5u]"),
        Case("[double('1e3'), double(1), double(2u)]", "[1000.0, 1.0, 2.0]"),
        Case(
            "[string(1.0), string(0.1 + 0.2), string(-4.5e-3)]",
            "['1', '0.30000000000000004', '-0.0045']"),
        Case(
            "[string(1e20), string(1e21), string(1.5e300)]",
            "['100000000000000000000', '1e+21', '1.5e+300']"),
        Case("[string(0.0001), string(0.00001), string(-0.0)]", "['0.0001', '1e-05', '-0']"),
        Case(
            "[string(123456789012345680.0), string(true), string(-5), string(7u)]",
            "['123456789012345680', 'true', '-5', '7']"),
        Case(#"string(b'\xc3\xa9')"#, "'é'"),
        Case(#"string(b'\xff')"#, "error 1: string: expected bytes that are valid UTF-8"),
        Case("bytes('é')", "b[195, 169]"),
        Case("[bool('true'), bool('F'.lowerAscii())]", "[true, false]"),
        Case("bool('yes')", "error 1: bool: expected 'true' or 'false', found 'yes'"),
        Case("int('1x')", "error 1: int: expected an integer of 64 bits, found '1x'"),
        Case("int('')", "error 1: int: expected an integer of 64 bits, found ''"),
        Case(
            "int(9223372036854775807.0)",
            "error 1: int: expected a number within 64 bits, found another"),
        Case("int(0.0 / 0.0)", "error 1: int: expected a number within 64 bits, found another"),
        Case(
            "uint(-1)",
            "error 1: uint: expected a number within 64 bits without sign, found another"),
        Case("double('0x10')", "error 1: double: expected a decimal number, found '0x10'"),
        Case("int(null)", "error 1: int: expected a number or text, found null"),
        Case("type(dyn([])) == list && type(type(1)) == type", "true"),
        Case("size('é😀') + size(b'abc') + size([1]) + size({1: 2}) + 'ab'.size()", "9"),
        Case("size(1)", "error 1: size: expected text, bytes, a list or a map, found an integer"),
    ]

    static let strings = [
        Case("'abc'.contains('bc') && 'abc'.startsWith('ab') && 'abc'.endsWith('bc')", "true"),
        Case("'abc'.contains('abcd') || 'é'.contains('e')", "false"),
        Case("['tacocat'.charAt(3), 'é'.charAt(1)]", "['o', '']"),
        Case("'a'.charAt(2)", "error 1: charAt: expected a place from 0 to 1, found 2"),
        Case(
            "['tacocat'.indexOf('ac'), 'tacocat'.indexOf('a', 3), 'x'.indexOf('y'), 'ab'.indexOf('')]",
            "[1, 5, -1, 0]"),
        Case(
            "['tacocat'.lastIndexOf('a'), 'tacocat'.lastIndexOf('a', 3), 'ab'.lastIndexOf('')]",
            "[5, 1, 2]"),
        Case("'😀b'.indexOf('b')", "1"),
        Case("'TacoCÆt'.lowerAscii() + 'tacoCæt'.upperAscii()", "'tacocÆtTACOCæT'"),
        Case("'hello hello'.replace('he', 'we')", "'wello wello'"),
        Case("'hello hello'.replace('he', 'we', 1) + 'aa'.replace('a', 'b', 0)", "'wello helloaa'"),
        Case("'ab'.replace('', '_') + 'ab'.replace('', '_', 2)", "'_a_b__a_b'"),
        Case("'a,b,,c'.split(',')", "['a', 'b', '', 'c']"),
        Case(
            "['a b c'.split(' ', 2), 'a b'.split(' ', 0), 'a b'.split(' ', 1)]",
            "[['a', 'b c'], [], ['a b']]"),
        Case("['é😀'.split(''), 'abc'.split('', 2), ''.split('')]", "[['é', '😀'], ['a', 'bc'], []]"),
        Case("['a', 'b'].join() + ['a', 'b'].join('-') + [].join('x')", "'aba-b'"),
        Case("[1].join(',')", "error 1: join: expected a list of texts, found an integer"),
        Case("'tacocat'.substring(4) + 'tacocat'.substring(0, 4)", "'cattaco'"),
        Case(
            "'abc'.substring(2, 1)",
            "error 1: substring: expected an end after the start 2, found 1"),
        Case("'abc'.substring(0, 4)", "error 1: substring: expected a place from 0 to 3, found 4"),
        Case(#"'  \ttrim\n    \u2003'.trim() + '  '.trim()"#, "'trim'"),
        Case("'gums😀'.reverse()", "'😀smug'"),
    ]

    static let refusals = [
        Case(
            "siz('a')",
            "refused 1+3: expected a function, found the unknown name 'siz'; did you mean 'size'?"),
        Case(
            "'a'.startswith('a')",
            "refused 5+10: expected a function, found the unknown name 'startswith'; did you mean 'startsWith'?"
        ),
        Case("size()", "refused 1+6: size: expected 1 argument, found 0"),
        Case("'a'.substring()", "refused 1+15: substring: expected 1 to 2 arguments, found 0"),
        Case(
            "startsWith('a', 'b')",
            "refused 1+10: expected a function, found the unknown name 'startsWith'; write x.startsWith()"
        ),
        Case(
            "1.int()",
            "refused 3+3: expected a function, found the unknown name 'int'; write int(x)"),
        Case(
            "aliance.x + y + f(z)",
            """
            refused 1+7: expected a variable, found the unknown name 'aliance'; did you mean 'alliance'?
            refused 13+1: expected a variable, found the unknown name 'y'; known names: alliance
            refused 17+1: expected a function, found the unknown name 'f'
            refused 19+1: expected a variable, found the unknown name 'z'; known names: alliance
            """, ["alliance": .null]),
    ]

    /// What other implementations have is named, and its arguments are left alone.
    static let lacking = [
        Case(
            "'%d'.format([x])",
            "refused 6+6: expected a function, found 'format', which this language does not have; "
                + "write string(x), and join texts with +"),
        Case(
            "cel.bind(x, 2, x * x)",
            "refused 5+4: expected a function, found 'bind', which this language does not have; "
                + "write the value where it is used"),
        Case(
            "{'a': 1}.transformMap(k, v, v)",
            "refused 10+12: expected a function, found 'transformMap', which this language does not have"
        ),
        Case(
            "math.bitAnd(6, 3)",
            "refused 6+6: expected a function, found 'bitAnd', which this language does not have"),
        Case(
            "timestamp(0)",
            "refused 1+9: expected a function, found 'timestamp', which this language does not have"
        ),
        Case(
            "optional.of(1).hasValue()",
            "refused 10+2: expected a function, found 'of', which this language does not have"),
    ]

    @Test(arguments: lacking) func namesWhatTheLanguageLacks(_ example: Case) { example.check() }
    @Test(arguments: conversions) func converts(_ example: Case) { example.check() }
    @Test(arguments: strings) func handlesText(_ example: Case) { example.check() }
    @Test(arguments: refusals) func refuses(_ example: Case) { example.check() }

    @Test(arguments: [true, false])
    func noTwoFunctionsHaveOneNameAndNoneIsLacking(_ isMember: Bool) {
        let names = FunctionTable(host: []).names(isMember: isMember)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { LackingFunction($0) == nil })
    }
}
