import BundleFormat
import Files
import SeasonAuthoring
import TUF

/// `decisions.txt` of a home: what was signed up to a state, one thing a line.
///
/// `keys rotate-online` and `log --save` write it. A person reads it, removes lines, and commits it.
package struct DecisionsFile {
    package static let name = "decisions.txt"
    /// Bytes of the file: all states that a home keeps, even if a thief has made them as large as can be.
    static let lengthBytesMax = (SeenStates.statesMax + 1) * RecordedContents.lengthBytesMax
    /// Characters of a line that a message quotes: the line may contain a secret.
    private static let quotedMax = 12

    package let home: Home

    package init(home: Home) { self.home = home }

    package var path: String { "\(home.path)/\(Self.name)" }

    package struct Content: Equatable, Sendable {
        /// The version of the state that it goes up to.
        package var upTo: Int64
        package var record: SignedRecord

        package init(upTo: Int64, record: SignedRecord) {
            (self.upTo, self.record) = (upTo, record)
        }
    }

    // MARK: - Reading

    /// Reads the file; nil if there is none.
    ///
    /// Throws all mistakes in it.
    package func read(now: UTCTime) throws(PublishError) -> Content? {
        guard let bytes = try home.read(Self.name, lengthBytesMax: Self.lengthBytesMax) else {
            return nil
        }
        var content = Content(upTo: 0, record: SignedRecord())
        var mistakes: [Diagnostic] = []
        let lines = SourceFile.withoutMark(bytes).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (at, line) in lines.enumerated() {
            let text = String(decoding: line, as: UTF8.self)
            guard let problem = read(text, into: &content, now: now) else { continue }
            mistakes.append(
                Diagnostic(
                    file: "\(path):\(at + 1)", message: problem.expected + Self.found(text),
                    remedy: problem.remedy))
        }
        if mistakes.isEmpty, content.upTo == 0 {
            mistakes.append(
                Diagnostic(
                    file: path, message: "expected a line 'state TIME', found none",
                    remedy: Self.rewrite))
        }
        if mistakes.isEmpty, content.record.latest > content.upTo {
            mistakes.append(
                Diagnostic(
                    file: path,
                    message: "expected nothing later than its state of "
                        + "\(UTCTime(unixSeconds: content.upTo)), found a line of "
                        + "\(UTCTime(unixSeconds: content.record.latest))", remedy: Self.rewrite))
        }
        guard mistakes.isEmpty else { throw PublishError(.mistakes(mistakes)) }
        return content
    }

    private static let rewrite =
        "take the file from version control, or save it again with log --save"

    private static func found(_ line: String) -> String {
        let start = line.prefix(quotedMax)
        return ", found '\(start)\(start.count < line.count ? "…" : "")'"
    }

    /// Reads a line; the result says what is wrong with it.
    private func read(
        _ line: String, into content: inout Content, now: UTCTime
    ) -> (expected: String, remedy: String)? {
        // Split by code points: a character that combines with the one before it must not hide a separator.
        let scalars = line.unicodeScalars
        let mark = scalars.firstIndex(of: "#")
        let words = scalars[..<(mark ?? scalars.endIndex)]
            .split { $0 == " " || $0 == "\t" || $0 == "\r" }.map { Substring($0) }
        let why = mark.map { Self.reason(scalars[scalars.index(after: $0)...]) } ?? ""
        guard !words.isEmpty else { return nil }
        let isHead = words[0] == "state" && words.count == 2
        guard let time = UTCTime(String(words[isHead ? 1 : 0])) else {
            return ("expected TIME YEAR DECISION, or a comment after #", Self.rewrite)
        }
        guard !isHead else {
            content.upTo = time.unixSeconds
            return nil
        }
        guard time <= now else {
            return (
                "expected a time that has come",
                "set the clock if it is wrong; otherwise remove the line"
            )
        }
        guard words.count > 2, let year = BundleYear(String(words[1])) else {
            return ("expected TIME YEAR DECISION", Self.rewrite)
        }
        let rest = Array(words.dropFirst(2))
        if let decision = Decision(year, rest) {
            content.record.decisions.add(
                SignedDecision(decision, since: time.unixSeconds, why: why))
        } else if let known = KnownContent(rest, since: time.unixSeconds) {
            content.record.add(known, to: rest[0], year)
        } else {
            return ("expected a decision or a content", Self.rewrite)
        }
        return nil
    }

    /// A reason, without the space before it and what an editor adds behind it.
    private static func reason(_ text: Substring.UnicodeScalarView) -> String {
        var text = text
        if text.first == " " { text.removeFirst() }
        while let last = text.last, last == " " || last == "\r" { text.removeLast() }
        return String(text)
    }

    // MARK: - Writing

    package func write(_ content: Content) throws(PublishError) {
        try home.replace(Self.name, with: Array(Self.text(content).utf8))
    }

    static func text(_ content: Content) -> String {
        let record = content.record
        var lines = record.decisions.all.map { signed in
            "\(UTCTime(unixSeconds: signed.since)) \(signed.decision.year) \(signed.decision.text)"
                + (signed.why.isEmpty ? "" : "  # \(signed.why)")
        }
        for (year, content) in record.given.inOrder { lines.append(content.line("given", year)) }
        for (year, content) in record.removed.inOrder {
            lines.append(content.line("removed", year))
        }
        for (word, lists) in [("shown", record.offered), ("named", record.named)] {
            for (year, list) in lists.inOrder {
                lines += list.map { $0.line(word, year) }
            }
        }
        return """
            # What was signed for this repository, up to a state. Read it, remove the lines that none of you
            # decided, and commit it. What follows # is the reason.
            state \(UTCTime(unixSeconds: content.upTo))

            """ + lines.map { "\($0)\n" }.joined()
    }
}

extension SignedRecord {
    /// The latest version that signed something of it.
    fileprivate var latest: Int64 {
        let contents =
            Array(given.values) + Array(removed.values) + offered.values.joined()
            + named.values.joined()
        return (contents.map(\.since) + decisions.all.map(\.since)).max() ?? 0
    }

    fileprivate mutating func add(_ content: KnownContent, to word: Substring, _ year: BundleYear) {
        switch word {
        case "given": given[year] = content
        case "removed": removed[year] = content
        case "shown": offered[year, default: []].append(content)
        default: named[year, default: []].append(content)
        }
    }
}

extension KnownContent {
    /// `2027-01-15T08:00:00Z 2024 given VERSION zip 1 8489 SHA256 commit C source S`.
    fileprivate func line(_ word: String, _ year: BundleYear) -> String {
        "\(published) \(year) \(word) \(version.hex) zip \(zip.format) \(zip.lengthBytes) \(zip.sha256)"
            + (commit.map { " commit \($0)" } ?? "") + (source.map { " source \($0)" } ?? "")
    }

    fileprivate init?(_ words: [Substring], since: Int64) {
        guard ["given", "removed", "shown", "named"].contains(words[0]), words.count >= 6,
            words[2] == "zip", let version = ContentVersion(String(words[1])),
            let format = Int(words[3]), 1...TargetName.formatMax ~= format,
            let length = Int(words[4]), 0...BundleLimits.standard.zipBytesMax ~= length,
            let sha256 = ContentVersion(String(words[5]))
        else { return nil }
        self.init(
            StoredZip(version: version, format: format, sha256: sha256.hex, lengthBytes: length),
            since: since)
        var rest = words.dropFirst(6)
        while let word = rest.popFirst() {
            guard let value = rest.popFirst().map(String.init) else { return nil }
            switch word {
            case "commit" where TargetCustom.isCommit(value): commit = value
            case "source" where ContentVersion(value) != nil: source = value
            default: return nil
            }
        }
    }
}
