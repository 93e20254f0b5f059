import BreakdownRenderer
import Files

/// A person's defaults for text: `~/.config/match-bundles/breakdown.conf`.
///
/// Lines of `key = value`; `#` begins a comment. Options of the command line win.
struct DefaultsFile: Equatable {
    /// `width`: columns.
    var width: Int?
    /// `ascii`: whether only ASCII is used.
    var ascii: Bool?
    /// `color`: when to use colour.
    var colour: ColourChoice?
    /// `theme`: the look.
    var theme: Theme?
    /// `pager`: whether a pager shows what is longer than the screen.
    var pager: Bool?

    /// Bytes of the file: prevents a wrong file from filling the memory.
    private static let bytesMax = 64 << 10
    private static let keys = ["ascii", "color", "pager", "theme", "width"]

    /// Why a line cannot be used.
    struct Problem: Error, Equatable, CustomStringConvertible {
        let path: String
        /// The line; nil if the file could not be read.
        let line: Int?
        let problem: String

        var description: String {
            line.map { "\(path):\($0): \(problem); correct or remove this line" }
                ?? "\(problem); correct or remove it"
        }
    }

    /// The file's path; nil if the environment names no folder for it.
    ///
    /// - Returns: the path below `$XDG_CONFIG_HOME`, else below `$HOME/.config`.
    static func path(_ variable: (String) -> String?) -> String? {
        if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return "\(folder)/match-bundles/breakdown.conf"
        }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/.config/match-bundles/breakdown.conf"
    }

    /// Reads the file; without one there are no defaults.
    ///
    /// - Throws: ``Problem`` for the first line that cannot be used.
    static func read(_ path: String) throws(Problem) -> DefaultsFile {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, lengthBytesMax: bytesMax)
        } catch {
            if error.isNotFound { return DefaultsFile() }
            throw Problem(path: path, line: nil, problem: "\(error)")
        }
        return try DefaultsFile(String(decoding: bytes, as: UTF8.self), path: path)
    }

    private init() {}

    init(_ text: String, path: String) throws(Problem) {
        var seen: Set<String> = []
        // A carriage return and a line feed are one character.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (at, line) in lines.enumerated() {
            func problem(_ words: String) -> Problem {
                Problem(path: path, line: at + 1, problem: words)
            }
            let content = Self.trimmed(line.prefix { $0 != "#" })
            if content.isEmpty { continue }
            let parts = content.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw problem("expected 'key = value'") }
            let (key, value) = (Self.trimmed(parts[0]), Self.trimmed(parts[1]))
            guard Self.keys.contains(key) else {
                throw problem(
                    "expected one of the keys \(Self.keys.joined(separator: ", ")), found '\(key)'")
            }
            guard seen.insert(key).inserted else { throw problem("'\(key)' is set twice") }
            if let expected = set(key, value) {
                throw problem("\(key): expected \(expected), found '\(value)'")
            }
        }
    }

    /// Sets a value.
    ///
    /// - Returns: what was expected, if the value cannot be used.
    private mutating func set(_ key: String, _ value: String) -> String? {
        func truth() -> Bool? { ["yes": true, "no": false][value] }
        switch key {
        case "width":
            let widths = DocumentLimits.widths
            guard let number = Int(value), widths.contains(number) else {
                return "\(widths.lowerBound) to \(widths.upperBound)"
            }
            width = number
        case "color":
            colour = ColourChoice(rawValue: value)
            return colour == nil ? "auto, always or never" : nil
        case "theme":
            theme = Theme(rawValue: value)
            return theme == nil ? Theme.allCases.map(\.rawValue).joined(separator: ", ") : nil
        case "ascii":
            ascii = truth()
            return ascii == nil ? "yes or no" : nil
        default:
            pager = truth()
            return pager == nil ? "yes or no" : nil
        }
        return nil
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var words = Substring(text)
        while let last = words.last, last == " " || last == "\t" || last == "\r" {
            words.removeLast()
        }
        return String(words.drop { $0 == " " || $0 == "\t" })
    }
}

/// The look of the output.
enum Theme: String, CaseIterable {
    /// The usual look; a picture has the colours of its viewer's screen.
    case auto
    /// For pictures: dark text on a light ground, or light text on a dark one.
    case light, dark
    /// For text: bold and faint, but no colours.
    case quiet
}
