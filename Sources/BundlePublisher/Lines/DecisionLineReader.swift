import BundleFormat
import JSON
import SeasonAuthoring
import Text
import TUF

/// Reads the lines of `decisions.txt`; each mistake has its place and a remedy.
struct DecisionLineReader {
    let source: SourceText
    let now: UTCTime

    /// A time further ahead of the clock than this is a mistake: it would count before all that is decided until then.
    static let aheadSecondsMax: Int64 = 86_400

    /// Reads a line and its reason, which is empty if nothing follows `#`; nil for one without words.
    func read(_ number: Int) throws(DiagnosedError) -> (line: DecisionLine, reason: String)? {
        let line = source.lines[number - 1]
        let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let words = Self.words(parts.first ?? "", line: number)
        guard words.count > 1 else { return nil }
        let reason = parts.count > 1 ? Self.trimmed(parts[1]) : ""
        return (try decision(words), reason)
    }

    /// A word of a line, or the empty one behind the last, where the line ends.
    private struct Word {
        let text: String
        let position: TextPosition
    }

    private enum Verb: String, CaseIterable { case rollback, again, recall, lift, waves, stop }

    private func decision(_ words: [Word]) throws(DiagnosedError) -> DecisionLine {
        let time: UTCTime = try value(words, 0, "a time such as 2026-11-22T00:28:36Z") {
            UTCTime($0)
        }
        guard time <= now.advanced(bySeconds: Self.aheadSecondsMax) else {
            throw mistake(
                words[0], "a time that has come",
                remedy: "write the time of the decision; set the clock if it is wrong")
        }
        let year: BundleYear = try value(words, 1, "a year") { BundleYear($0) }
        let verbs = Verb.allCases.map(\.rawValue)
        let known = verbs.joined(separator: ", ")
        let word = try value(words, 2, known) { $0.isEmpty ? nil : $0 }
        guard let verb = Verb(rawValue: word) else {
            let near = Spelling.nearest(to: word, among: verbs)
            throw mistake(words[2], "one of \(known)", remedy: near.map { "write \($0)" })
        }
        let version = try self.version(words, 3)
        let rest = words.dropFirst(4).dropLast()
        let decision: DecisionLine.Decision
        switch verb {
        case .rollback:
            _ = try value(words, 4, "'to' and the content to show instead") {
                $0 == "to" ? $0 : nil
            }
            decision = .rollback(to: try self.version(words, 5))
        case .waves:
            guard let setting = WavesSetting(rest.map(\.text)) else {
                throw mistake(
                    rest.first ?? words[3], "all, or waves such as 10%:0h,100%:1d",
                    remedy:
                        "each wave is later and greater than the one before; 'hold-off 10m' may follow"
                )
            }
            decision = .waves(setting)
        case .again: decision = .again
        case .recall: decision = .recall
        case .lift: decision = .lift
        case .stop: decision = .stop
        }
        if verb != .waves { try requireEnd(words, verb == .rollback ? 6 : 4) }
        return DecisionLine(time: time, year: year, version: version, decision: decision)
    }

    private func version(_ words: [Word], _ at: Int) throws(DiagnosedError) -> ContentVersion {
        try value(
            words, at, "a version of 64 lower-case hex digits",
            remedy: "bundle-publish status and log print whole versions"
        ) { ContentVersion($0) }
    }

    private func value<Value>(
        _ words: [Word], _ at: Int, _ expected: String, remedy: String = Self.form,
        _ make: (String) -> Value?
    ) throws(DiagnosedError) -> Value {
        guard let value = make(words[at].text) else {
            throw mistake(words[at], expected, remedy: remedy)
        }
        return value
    }

    private func requireEnd(_ words: [Word], _ at: Int) throws(DiagnosedError) {
        guard !words[at].text.isEmpty else { return }
        throw mistake(words[at], "the end of the line", remedy: "a reason follows #")
    }

    private func mistake(_ word: Word, _ expected: String, remedy: String?) -> DiagnosedError {
        let found = word.text.isEmpty ? "the end of the line" : "'\(word.text)'"
        return DiagnosedError(
            source.diagnostic(
                "expected \(expected), found \(found)", at: word.position,
                length: max(1, word.text.unicodeScalars.count), remedy: remedy))
    }

    private static let form =
        "a line is TIME YEAR DECISION VERSION …, for example "
        + "2026-11-22T00:28:36Z 2018 recall and 64 digits"

    private static func words(_ text: Substring, line: Int) -> [Word] {
        let scalars = text.unicodeScalars
        let words = scalars.split { $0 == " " || $0 == "\t" }
        let end = scalars[(words.last?.endIndex ?? scalars.startIndex)...].prefix(0)
        return (words + [end]).map { word in
            let column = scalars.distance(from: scalars.startIndex, to: word.startIndex) + 1
            return Word(text: String(word), position: TextPosition(line: line, column: column))
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.trimmingPrefix(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
