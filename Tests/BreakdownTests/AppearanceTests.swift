import Testing

@testable import breakdown

/// How tables are drawn follows from what was asked for and from the surroundings, and nothing else.
@Suite struct AppearanceTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        var wish = Appearance.Wish()
        var isTerminal = false
        var columns: Int?
        var variables: [String: String] = [:]
        var width = 80
        var ascii = false
        var colour = false
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "a pipe"),
        Case(name: "a terminal", isTerminal: true, columns: 132, width: 132, colour: true),
        Case(name: "a terminal that tells no columns", isTerminal: true, colour: true),

        Case(name: "COLUMNS for a pipe", variables: ["COLUMNS": "100"], width: 100),
        Case(
            name: "the terminal's columns before COLUMNS", isTerminal: true, columns: 60,
            variables: ["COLUMNS": "100"], width: 60, colour: true),
        Case(name: "COLUMNS that is no number", variables: ["COLUMNS": "wide"]),
        Case(name: "COLUMNS of nothing", variables: ["COLUMNS": "0"]),
        Case(name: "COLUMNS too many to be meant", variables: ["COLUMNS": "999999"], width: 1_000),
        Case(
            name: "a terminal too narrow for anything", isTerminal: true, columns: 3, width: 20,
            colour: true),
        Case(
            name: "a width asked for", wish: .init(width: 40), isTerminal: true, columns: 132,
            width: 40, colour: true),

        Case(
            name: "NO_COLOR on a terminal", isTerminal: true, columns: 80,
            variables: ["NO_COLOR": "1"]),
        Case(
            name: "an empty NO_COLOR says nothing", isTerminal: true,
            variables: ["NO_COLOR": ""], colour: true),
        Case(name: "CLICOLOR_FORCE in a pipe", variables: ["CLICOLOR_FORCE": "1"], colour: true),
        Case(name: "CLICOLOR_FORCE of 0 says nothing", variables: ["CLICOLOR_FORCE": "0"]),
        Case(
            name: "NO_COLOR before CLICOLOR_FORCE",
            variables: ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"]),
        Case(name: "a dumb terminal", isTerminal: true, variables: ["TERM": "dumb"]),
        Case(
            name: "always, against NO_COLOR", wish: .init(colour: .always),
            variables: ["NO_COLOR": "1"], colour: true),
        Case(
            name: "never, against CLICOLOR_FORCE", wish: .init(colour: .never), isTerminal: true,
            variables: ["CLICOLOR_FORCE": "1"]),

        Case(name: "no locale at all", variables: ["LANG": ""], ascii: true),
        Case(name: "the C locale", variables: ["LANG": "C"], ascii: true),
        Case(name: "a locale of Latin 1", variables: ["LANG": "de_DE.ISO-8859-1"], ascii: true),
        Case(name: "a locale without a codeset", variables: ["LANG": "de_DE"], ascii: true),
        Case(name: "utf8 as some spell it", variables: ["LANG": "de_DE.utf8@euro"]),
        Case(name: "LC_CTYPE before LANG", variables: ["LC_CTYPE": "C"], ascii: true),
        Case(name: "LC_ALL before LC_CTYPE", variables: ["LC_ALL": "C.UTF-8", "LC_CTYPE": "C"]),
        Case(name: "an empty LC_ALL says nothing", variables: ["LC_ALL": ""]),
        Case(name: "ASCII asked for", wish: .init(ascii: true), ascii: true),
        Case(
            name: "signs asked for, against the locale", wish: .init(ascii: false),
            variables: ["LANG": "C"]),
        Case(
            name: "signs asked for, on a console", wish: .init(ascii: false), isTerminal: true,
            variables: ["TERM": "linux"], colour: true),
        Case(name: "a pipe on a console", variables: ["TERM": "linux"]),
    ]

    /// Terminals by their names in terminfo, and whether they have few signs.
    static let terminals: [Case] = [
        "linux", "linux-16color", "linux3.0", "vt100", "vt220", "vt320-w", "cons25", "cons25r",
        "wsvt25", "screen.linux", "xterm-256color", "vte-256color", "tmux", "screen", "alacritty",
    ].enumerated().map { at, name in
        Case(
            name: name, isTerminal: true, variables: ["TERM": name], ascii: at < 10, colour: true)
    }

    @Test(arguments: cases + terminals)
    func follows(_ example: Case) {
        let variables = ["LANG": "en_US.UTF-8"].merging(example.variables) { $1 }
        let appearance = Appearance(
            example.wish,
            in: ProcessEnvironment(
                isTerminal: example.isTerminal, terminalColumns: example.columns,
                variable: { variables[$0] }))
        #expect(appearance.width == example.width)
        #expect(appearance.ascii == example.ascii)
        #expect(appearance.colour == example.colour)
    }

    /// `less` without `-R` shows the colours as `ESC[1m`.
    @Test(arguments: [
        (nil, "FRX"), ("-X -F", "-R -X -F"), ("FX", "-R FX"), ("", "-R "),
        ("-Pwhere?", "-R -Pwhere?"),
    ])
    func thePagerShowsColoursWhateverIsInherited(_ inherited: String?, _ less: String) {
        let variables = Pager.variables { name in name == "LESS" ? inherited : nil }
        #expect(variables == ["LESS=\(less)", "LV=-c"])
    }
}
