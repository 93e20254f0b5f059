import BundleFormat
import Files
import SeasonAuthoring
import TUF

/// `decisions.txt` of a home: one decision a line; lines are added, never changed or removed.
///
/// The file is committed. `merge=union` lets git keep both sides of a merge, and a line that is there twice is one.
package struct DecisionsFile {
    package static let name = "decisions.txt"
    /// Lines of the file: far more than a team decides in years, and few enough to compare at each command.
    package static let linesMax = 1_000
    /// Lines that are kept free for recalls, because a recall cannot wait until the file has been cleaned up.
    static let placesOfRecalls = 10
    /// Bytes of the file: a thousand lines of the longest form with their reasons.
    private static let lengthBytesMax = 2 << 20

    package let path: String

    package init(home: Home) { path = "\(home.path)/\(Self.name)" }

    static let heading =
        "# Decisions about published seasons. bundle-publish adds lines, and so may you; commit the file. "
        + "What follows # is the reason.\n"

    /// What the file says, and what is wrong with it.
    package struct Content {
        package var decisions = Decisions([])
        /// The reasons that people wrote, by line.
        package var reasons: [DecisionLine: String] = [:]
        /// The lines that could not be read, and the limits that are exceeded.
        package var mistakes: [Diagnostic] = []
        /// Where each decision stands, to point at lines that have no effect.
        var numbers: [DecisionLine: Int] = [:]
        /// The file as an editor shows it; nil if there is none.
        var source: SourceText?
        fileprivate var bytes: [UInt8] = []

        package init() {}
    }

    /// Reads the file; a file that is not there has no lines.
    ///
    /// Mistakes in it are part of the result.
    package func read(now: UTCTime) throws(PublishError) -> Content {
        var content = Content()
        do throws(FileError) {
            content.bytes = try Files.read(path, lengthBytesMax: Self.lengthBytesMax)
        } catch {
            guard error.isNotFound else { throw .file(error) }
            return content
        }
        let source: SourceText
        do throws(DiagnosedError) {
            source = try SourceText(path: path, bytes: SourceFile.withoutMark(content.bytes))
        } catch {
            content.mistakes = error.diagnostics
            return content
        }
        content.source = source
        let reader = LineReader(source: source, now: now)
        var lines: [DecisionLine] = []
        for number in source.lines.indices.map({ $0 + 1 }) {
            do throws(DiagnosedError) {
                guard let read = try reader.read(number) else { continue }
                lines.append(read.line)
                content.numbers[read.line] = number
                if !read.reason.isEmpty { content.reasons[read.line] = read.reason }
            } catch {
                content.mistakes += error.diagnostics
            }
        }
        content.decisions = Decisions(lines)
        content.mistakes += limitMistakes(content.decisions)
        return content
    }

    private func limitMistakes(_ decisions: Decisions) -> [Diagnostic] {
        var mistakes: [Diagnostic] = []
        if decisions.lines.count > Self.linesMax {
            mistakes.append(
                Diagnostic(
                    file: path,
                    message:
                        "expected at most \(Self.linesMax) decisions, found \(decisions.lines.count)",
                    remedy: Self.removeLines))
        }
        for (year, versions) in decisions.recalled.sorted(by: { $0.key < $1.key })
        where versions.count > RecallList.versionsOfYearMax {
            mistakes.append(
                Diagnostic(
                    file: path,
                    message:
                        "expected at most \(RecallList.versionsOfYearMax) recalled contents of "
                        + "\(year), found \(versions.count)",
                    remedy: Self.liftRecall))
        }
        return mistakes
    }

    private static let removeLines =
        "remove old lines that have no effect, and publish with --over once"
    private static let liftRecall = "lift an old recall: no disk has that content any more"

    /// Adds lines and syncs the file, before anything is signed; throws if there is no place for them.
    package func add(
        _ lines: [DecisionLine], reason: String?, to content: Content
    ) throws(PublishError) -> Content {
        guard !lines.isEmpty else { return content }
        var next = content
        next.decisions = content.decisions.adding(lines)
        let isRecall = lines.contains { $0.decision == .recall }
        let max = isRecall ? Self.linesMax : Self.linesMax - Self.placesOfRecalls
        guard next.decisions.lines.count <= max else {
            throw PublishError(
                "\(path): expected at most \(max) decisions, found as many",
                remedy: Advice(Self.removeLines))
        }
        for (year, versions) in next.decisions.recalled
        where versions.count > RecallList.versionsOfYearMax
            && versions.count > content.decisions.recalled[year]?.count ?? 0
        {
            throw PublishError(
                "\(year): expected at most \(RecallList.versionsOfYearMax) recalled contents, "
                    + "found \(versions.count)",
                remedy: Advice(Self.liftRecall))
        }
        var text = content.bytes.isEmpty ? Self.heading : ""
        if let last = content.bytes.last, last != UInt8(ascii: "\n") { text += "\n" }
        for line in lines {
            text += line.text + (reason.map { "  # \($0)" } ?? "") + "\n"
            if let reason { next.reasons[line] = reason }
        }
        next.bytes = content.bytes + Array(text.utf8)
        try append(text)
        return next
    }

    /// Adds to the end alone: a line that another command adds at the same moment is not lost.
    private func append(_ text: String) throws(PublishError) {
        try onDisk { () throws(FileError) in
            let writer = try FileWriter(path, .continuing(mode: 0o644))
            let before = writer.lengthBytes
            do throws(FileError) {
                try writer.append(Array(text.utf8))
                try writer.sync()
            } catch {
                try? writer.truncate(to: before)
                throw error
            }
            try Files.syncDirectory(Paths.parent(of: path))
        }
    }
}
