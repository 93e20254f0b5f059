import BundleFormat

/// The lines of a checkout, and what they say: rules 1 and 3 in their plainest form.
struct Lines: Equatable, Sendable {
    var all: Set<Line> = []
    /// Lines that are none.
    var mistakes = 0

    /// No line, or these.
    init(_ all: Set<Line> = []) { self.all = all }

    /// Reads a file; a line that stands there twice is one, and its place says nothing.
    init(text: String) {
        for row in text.split(whereSeparator: \.isNewline) {
            let words = row.prefix { $0 != "#" }
            guard words.contains(where: { !$0.isWhitespace }) else { continue }
            if let line = Line(String(row)) { all.insert(line) } else { mistakes += 1 }
        }
    }

    /// The lines of one kind about a content, in the order of their times.
    func about(_ year: Int, _ content: ContentVersion, _ kind: Decision.Kind) -> [Line] {
        all.filter {
            $0.decision.year == year && $0.decision.content == content && $0.decision.kind == kind
        }.sorted { $0.time < $1.time }
    }

    func isRecalled(_ year: Int, _ content: ContentVersion) -> Bool {
        about(year, content, .recall).last?.decision.deed == .recall
    }

    /// Everything that no machine may serve.
    var recalled: [Int: Set<ContentVersion>] {
        var recalled: [Int: Set<ContentVersion>] = [:]
        for line in all where isRecalled(line.decision.year, line.decision.content) {
            recalled[line.decision.year, default: []].insert(line.decision.content)
        }
        return recalled
    }

    /// The content that a line shows instead of this one, and that line.
    private func replacement(_ year: Int, _ content: ContentVersion) -> (Line, ContentVersion)? {
        guard let line = about(year, content, .show).last,
            case .rollback(let target) = line.decision.deed
        else { return nil }
        return (line, target)
    }

    func isReplaced(_ year: Int, _ content: ContentVersion) -> Bool {
        replacement(year, content) != nil
    }

    /// What is shown if a content is given, whether it is recalled or not.
    func shown(_ year: Int, given: ContentVersion) -> ContentVersion {
        var content = given
        var path: [(line: Line, from: ContentVersion)] = []
        while let (line, target) = replacement(year, content) {
            if let start = path.firstIndex(where: { $0.from == content }) {
                let latest = path[start...].max { $0.line.time < $1.line.time }
                guard let latest, case .rollback(let last) = latest.line.decision.deed else {
                    break
                }
                return last
            }
            path.append((line, content))
            content = target
        }
        return content
    }

    /// The rollout of a content that began with another one.
    func course(_ year: Int, _ content: ContentVersion, began: Course) -> Course {
        let lines = about(year, content, .rollout)
        var course = began
        for line in lines {
            // A line names no hold-off, so that one stays: it is a fact.
            if case .waves(let waves) = line.decision.deed {
                (course.waves, course.isStopped) = (waves.waves, false)
            }
        }
        return lines.last?.decision.deed == .stop ? course.stopped : course
    }
}
