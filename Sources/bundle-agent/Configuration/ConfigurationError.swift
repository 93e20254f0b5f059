import Text

/// Why a configuration, or one setting, cannot be used: every mistake, each with the remedy.
struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    let problems: [String]

    init(_ problems: [String]) { self.problems = problems }

    init(_ problem: String) { problems = [problem] }

    /// All of them, a line each.
    var description: String { problems.map(PlainText.line).joined(separator: "\n") }

    /// Where to correct them: each begins with its place.
    var remedy: String {
        var places: [String] = []
        for problem in problems {
            let place = problem.firstRange(of: ": ").map { String(problem[..<$0.lowerBound]) }
            if let place, !places.contains(place) { places.append(place) }
        }
        return "correct \(places.joined(separator: ", ")); 'bundle-agent config show' checks it"
    }
}

extension Spelling {
    /// The known word next to a misspelt one as the end of a message: `; did you mean interval?`, or nothing.
    static func question(
        _ word: String, _ known: [String], _ form: (String) -> String = { $0 }
    ) -> String {
        nearest(to: word, among: known).map { "; did you mean \(form($0))?" } ?? ""
    }
}
