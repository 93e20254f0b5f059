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
    }

    /// Reads the file; a file that is not there has no lines.
    ///
    /// Mistakes in it are part of the result.
    package func read(now: UTCTime) throws(PublishError) -> Content {
        var content = Content()
        let bytes = try onDisk(
            try ifThere(try Files.read(path, lengthBytesMax: Self.lengthBytesMax)))
        guard let bytes else { return content }
        content.bytes = bytes
        let source: SourceText
        do throws(DiagnosedError) {
            source = try SourceText(path: path, bytes: SourceFile.withoutMark(content.bytes))
        } catch {
            content.mistakes = error.diagnostics
            return content
        }
        content.source = source
        let reader = DecisionLineReader(source: source, now: now)
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
        content.mistakes += limitProblems(content.decisions, linesMax: Self.linesMax).map {
            Diagnostic(file: path, message: $0.message, remedy: $0.remedy)
        }
        return content
    }

    /// The limits that decisions exceed; what a year had too much of before is not among them.
    private func limitProblems(
        _ decisions: Decisions, after before: Decisions = Decisions([]), linesMax: Int
    ) -> [(message: String, remedy: String)] {
        var problems: [(String, String)] = []
        if decisions.lines.count > linesMax {
            problems.append(
                (
                    "expected at most \(linesMax) decisions, found \(decisions.lines.count)",
                    "remove old lines that have no effect, and publish with --over once"
                ))
        }
        for (year, versions) in decisions.recalled.inOrder
        where versions.count > RecallList.versionsOfYearMax
            && versions.count > before.recalled[year]?.count ?? 0
        {
            problems.append(
                (
                    "expected at most \(RecallList.versionsOfYearMax) recalled contents of \(year), "
                        + "found \(versions.count)",
                    "lift an old recall: no disk has that content any more"
                ))
        }
        return problems
    }

    /// Adds lines and syncs the file, before anything is signed; throws if there is no place for them.
    package func add(
        _ lines: [DecisionLine], reason: String?, to content: Content
    ) throws(PublishError) {
        guard !lines.isEmpty else { return }
        let isRecall = lines.contains { $0.decision == .recall }
        let linesMax = Self.linesMax - (isRecall ? 0 : Self.placesOfRecalls)
        let problems = limitProblems(
            content.decisions.adding(lines), after: content.decisions, linesMax: linesMax)
        if let problem = problems.first {
            throw PublishError("\(path): \(problem.message)", remedy: Advice(problem.remedy))
        }
        var text = content.bytes.isEmpty ? Self.heading : ""
        if let last = content.bytes.last, last != UInt8(ascii: "\n") { text += "\n" }
        for line in lines { text += line.text + (reason.map { "  # \($0)" } ?? "") + "\n" }
        try append(text)
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
