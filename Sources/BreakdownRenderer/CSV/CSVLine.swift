/// Writes lines of comma-separated values (RFC 4180).
struct CSVLine {
    /// Whether everything is written in ASCII.
    let ascii: Bool

    /// One line; no spreadsheet takes a cell for a formula, and no character controls a terminal.
    ///
    /// - Returns: the line, ended by a carriage return and a line feed.
    func written(_ cells: [String]) -> String {
        var line = ""
        append(cells, to: &line)
        return line
    }

    /// Adds one line, as ``written(_:)``.
    func append(_ cells: [String], to text: inout String) {
        for (at, cell) in cells.enumerated() {
            if at > 0 { text += "," }
            text += self.cell(cell)
        }
        text += "\r\n"
    }

    /// One cell, in quotes where it needs them; no spreadsheet takes it for a formula, and no character
    /// controls a terminal.
    func cell(_ text: String) -> String {
        // Nearly every cell is printed as it is.
        if text.utf8.allSatisfy(Self.isPlain), text.utf8.first != UInt8(ascii: " "),
            text.utf8.last != UInt8(ascii: " ")
        {
            return text
        }
        return quoted(CSVGuard.harmless(Charset(ascii: ascii).shown(text).text))
    }

    /// Whether a byte is a printed character of ASCII that begins no formula and needs no quotes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""), UInt8(ascii: "="),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"):
            false
        default: (0x20...0x7E).contains(byte)
        }
    }

    /// The cell in quotes where it needs them (RFC 4180 §2.5 to 2.7).
    ///
    /// It goes by code points: a quote counts even if a combining mark follows it.
    private func quoted(_ cell: String) -> String {
        let scalars = cell.unicodeScalars
        let needsQuotes = scalars.contains { scalar in
            switch scalar {
            case ",", ";", "\"": true
            default: false
            }
        }
        guard needsQuotes || scalars.first == " " || scalars.last == " " else { return cell }
        var text = "\""
        for scalar in scalars {
            if scalar == "\"" { text += "\"" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }
}

/// The facts of a heading, each with a name for programs.
enum BreakdownFacts {
    /// One fact; `side` is empty if it is about the whole match.
    struct Fact {
        let name: String
        let side: String
        let text: String
    }

    /// All facts that are known, about the match first.
    static func all(of rendered: RenderedBreakdown) -> [Fact] {
        whole(rendered) + sides(rendered).flatMap { $0 }
    }

    /// The facts about the match as a whole.
    static func whole(_ rendered: RenderedBreakdown) -> [Fact] {
        let heading = rendered.heading
        let known: [(String, String?)] = [
            ("season", String(rendered.year)), ("event", heading.eventKey),
            ("event_name", heading.eventName), ("level", heading.level),
            ("match", heading.matchName), ("time", heading.time.map { String($0.seconds) }),
            ("date", heading.date), ("winner", heading.winner?.rawValue),
        ]
        return known.compactMap { name, text in
            guard let text, !text.isEmpty else { return nil }
            return Fact(name: name, side: "", text: text)
        }
    }

    /// The facts about each side; insights have none.
    static func sides(_ rendered: RenderedBreakdown) -> [[Fact]] {
        guard rendered.subject == .match else { return [] }
        let heading = rendered.heading
        return Side.allCases.map { side in
            let alliance = side == .red ? heading.red : heading.blue
            let points = side == .red ? heading.redRankingPoints : heading.blueRankingPoints
            var facts: [Fact] = []
            func append(_ name: String, _ text: String?) {
                guard let text, !text.isEmpty else { return }
                facts.append(Fact(name: name, side: side.rawValue, text: text))
            }
            append("score", alliance.score.map { String($0) })
            append("ranking_points", points.map { String($0) })
            for (at, team) in alliance.teams.enumerated() { append("team_\(at + 1)", team) }
            append("disqualified", alliance.disqualified.joined(separator: " "))
            append("surrogates", alliance.surrogates.joined(separator: " "))
            return facts
        }
    }
}

/// Keeps a cell from being a formula in a spreadsheet, which could send data away or start
/// programs.
enum CSVGuard {
    /// The text, with an apostrophe before it if a formula could begin with it.
    ///
    /// A formula begins with `=`, `+`, `-` or `@`, also in their full width, and perhaps behind spaces. A cell with a
    /// separator or a quote in it stands in quotes, so nothing but its beginning can begin a formula. Plain
    /// numbers such as `-5` and `+1.5%` stay as they are.
    ///
    /// - Parameter cell: without control characters.
    static func harmless(_ cell: String) -> String {
        var harmless = String.UnicodeScalarView()
        var isBegun = false
        for scalar in cell.unicodeScalars {
            if !isBegun, scalar != " ", scalar != "\u{A0}" {
                guard beginsFormula(scalar), !isNumber(cell) else { return cell }
                harmless.append("'")
                isBegun = true
            }
            harmless.append(scalar)
        }
        return String(harmless)
    }

    private static func beginsFormula(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "＝", "＋", "－", "＠": true
        default: false
        }
    }

    /// Whether the cell is a sign, digits with at most one point, and perhaps an exponent or a percent sign.
    private static func isNumber(_ cell: String) -> Bool {
        let bytes = Array(cell.utf8)
        var at = 0
        func passes(_ first: UInt8, _ second: UInt8) -> Bool {
            guard at < bytes.count, bytes[at] == first || bytes[at] == second else { return false }
            at += 1
            return true
        }
        func passesDigits() -> Bool {
            let start = at
            while at < bytes.count, (0x30...0x39).contains(bytes[at]) { at += 1 }
            return at > start
        }
        let (plus, minus) = (UInt8(ascii: "+"), UInt8(ascii: "-"))
        let (point, percent) = (UInt8(ascii: "."), UInt8(ascii: "%"))
        _ = passes(plus, minus)
        guard passesDigits() else { return false }
        if passes(point, point), !passesDigits() { return false }
        if passes(UInt8(ascii: "e"), UInt8(ascii: "E")) {
            _ = passes(plus, minus)
            return passesDigits() && at == bytes.count
        }
        _ = passes(percent, percent)
        return at == bytes.count
    }
}
