import BreakdownRenderer
import BundlePublisher
import Glibc
import Platform
import SeasonAuthoring
import Text

/// Shows a season in a terminal and again at each save, until the author quits.
struct TerminalPreview {
    let loader: PreviewLoader
    let watch: FolderWatch

    /// Runs until a key or a signal ends it; returns the signal.
    func run(on terminal: consuming FullScreen) throws(PublishError) -> Int32? {
        let events = try PreviewEvents(watch, keys: STDIN_FILENO)
        let (columns, rows) = terminal.size
        var screen = PreviewScreen(
            content: loader.load(after: nil), columns: columns, rows: rows,
            colour: Console.takesColours(STDOUT_FILENO),
            ascii: !TerminalKind.showsSigns(isTerminal: true, Surroundings.variable))
        while true {
            terminal.show(screen.lines())
            switch events.next() {
            case .saved: screen.content = loader.load(after: screen.content)
            case .signal(SIGWINCH), .signal(SIGCONT):
                (screen.columns, screen.rows) = terminal.size
                terminal.takeAgain(clears: true)
            case .signal(SIGTSTP): terminal.stop()
            case .signal(let number): return number
            case .typed(let bytes):
                guard !bytes.isEmpty else { return nil }
                for key in PreviewKey.keys(in: bytes, rows: max(1, screen.rows - 3)) {
                    switch key {
                    case .quit: return nil
                    case .redraw: terminal.takeAgain(clears: true)
                    case .stop: terminal.stop()
                    default: screen.apply(key)
                    }
                }
            }
        }
    }
}

extension PreviewScreen {
    fileprivate mutating func apply(_ key: PreviewKey) {
        let count = max(1, content.samples.count)
        switch key {
        case .quit, .redraw, .stop: break
        case .next: (selected, scrolled) = ((selected + 1) % count, 0)
        case .previous: (selected, scrolled) = ((selected + count - 1) % count, 0)
        case .scroll(let lines): scrolled = min(scrolledMax, max(0, scrolled + lines))
        case .top: scrolled = 0
        }
    }
}

/// What a terminal shows of a season at work: diagnostics, and one sample's tables.
struct PreviewScreen {
    var content: PreviewContent
    /// The sample that is shown, from 0; beyond the last one it is the first.
    var selected = 0
    /// Lines scrolled off the top.
    var scrolled = 0
    /// The terminal's size.
    var columns: Int
    var rows: Int
    let colour: Bool
    /// Whether the terminal has no signs such as ✓.
    var ascii = false

    private static let help = " n next  p previous  ↑ ↓ scroll  q quit"

    var sample: PreviewContent.Sample? {
        content.samples.isEmpty ? nil : content.samples[selected % content.samples.count]
    }

    /// Every line between the first and the last, scrolled or not.
    var body: [String] {
        var text = DiagnosticPrinter(colour: colour).text(content.diagnostics)
        if let sample {
            if !text.isEmpty { text += "\n" }
            if sample.isOld { text += "As it was before the mistake:\n" }
            if let rendered = sample.rendered {
                text += TextFormatter(width: columns, ascii: ascii, colour: colour).format(rendered)
            }
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// How far the body can be scrolled.
    var scrolledMax: Int { max(0, body.count - max(0, rows - 2)) }

    /// Exactly as many lines as the terminal has.
    func lines() -> [String] {
        let number =
            content.samples.isEmpty
            ? "no sample"
            : "sample \(selected % content.samples.count + 1) of \(content.samples.count)"
        let head = " \(content.year) · \(number) · \(sample?.name ?? "") · \(content.summary)"
        let room = max(0, rows - 2)
        let first = min(scrolled, scrolledMax)
        let shown = body.dropFirst(first).prefix(room)
        let blank = Array(repeating: "", count: room - shown.count)
        let more = body.count - first - room
        let foot = Self.help + (more > 0 ? "   (\(counted(more, "more line")) below)" : "")
        let lines = [bar(PlainText.line(head))] + shown + blank + [faint(foot)]
        return Array(lines.prefix(max(0, rows)))
    }

    private func bar(_ text: String) -> String {
        let cut = CutText.line(text, columns: columns)
        let padded = cut + String(repeating: " ", count: max(0, columns - DisplayWidth.of(cut)))
        return colour ? "\u{1B}[7m\(padded)\u{1B}[0m" : padded
    }

    private func faint(_ text: String) -> String {
        let cut = CutText.line(text, columns: columns)
        return colour ? "\u{1B}[2m\(cut)\u{1B}[0m" : cut
    }
}

/// The requests that an author makes by pressing a key.
enum PreviewKey: Equatable {
    case quit, next, previous, redraw, stop
    /// Lines down; up where negative.
    case scroll(Int)
    case top

    /// Reads keys from what a terminal sent; unknown bytes are skipped.
    static func keys(in bytes: [UInt8], rows: Int) -> [PreviewKey] {
        var keys: [PreviewKey] = []
        var rest = bytes.map { Character(Unicode.Scalar($0)) }[...]
        while let first = rest.popFirst() {
            var name = String(first)
            // `ESC [ A` and `ESC O A`, `ESC [ 5 ~`; with other ends the digits name keys held with it.
            if first == "\u{1B}" {
                guard let bracket = rest.first, "[O".contains(bracket) else { continue }
                rest.removeFirst()
                let digits = rest.prefix { "0123456789:;".contains($0) }
                rest = rest.dropFirst(digits.count)
                guard let final = rest.popFirst() else { continue }
                name = "[" + (final == "~" ? String(digits) : "") + String(final)
            }
            if let key = PreviewKey(name, rows: rows) { keys.append(key) }
        }
        return keys
    }

    private init?(_ name: String, rows: Int) {
        switch name {
        // Control-C and Control-D too: the terminal is raw.
        case "q", "\u{3}", "\u{4}": self = .quit
        case "\u{C}": self = .redraw
        case "\u{1A}": self = .stop
        case "n", "\t", "[C": self = .next
        case "p", "[D": self = .previous
        case "j", "[B": self = .scroll(1)
        case "k", "[A": self = .scroll(-1)
        case " ", "[6~": self = .scroll(rows)
        case "[5~": self = .scroll(-rows)
        case "g": self = .top
        default: return nil
        }
    }
}
