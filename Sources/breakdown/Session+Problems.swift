import BreakdownRenderer
import Files

/// What goes wrong: the first problems are printed, and the others are only counted.
///
/// In a file without matches each value is a problem, so the sentence of one that is not printed is
/// not even made.
extension Session {
    /// Prints a problem below the tables before it; problems of one kind that follow each other are one line.
    ///
    /// - Parameters:
    ///   - place: where it is; empty if the problem says so itself.
    mutating func refuse(
        _ reason: @autoclosure () -> String, at place: @autoclosure () -> String = ""
    ) throws(FileError) {
        try output.release()
        report(reason(), at: place())
    }

    /// Counts a problem, and prints it if it is one of the first.
    ///
    /// - Parameters:
    ///   - place: where it is; empty if the problem says so itself.
    mutating func report(
        _ reason: @autoclosure () -> String, at place: @autoclosure () -> String = ""
    ) {
        problemCount += 1
        let isFull = toldCount >= BreakdownLimits.problemsToldMax
        guard !isFull || lastProblem != nil else {
            untoldCount += 1
            return
        }
        let reason = reason()
        if lastProblem?.counts(reason) == true { return }
        tellLastProblem()
        guard !isFull else {
            untoldCount += 1
            return
        }
        toldCount += 1
        lastProblem = RepeatedProblem(reason, at: place())
    }

    /// Prints the last problem, before anything else is shown or waited for.
    mutating func tellLastProblem() {
        guard let problem = lastProblem else { return }
        lastProblem = nil
        Messages.print(problem.sentence)
    }

    /// Prints what there is to say about a fetched match or event.
    mutating func tell(_ fetched: FetchedInput) throws(FileError) {
        for remark in fetched.remarks { Messages.print(remark) }
        for problem in fetched.problems { try refuse(problem) }
    }

    /// Prints the remaining messages at the end of the input.
    mutating func conclude() {
        tellLastProblem()
        if untoldCount > 0 { Messages.print("\(untoldCount) more problems") }
        untoldCount = 0
        toldCount = 0
        if let sentence = drawing.known.unusedSchedule { report(sentence) }
        for key in drawing.missingKeys where !output.isClosed {
            report("expected a match with the key \(key), found none")
        }
        tellLastProblem()
    }
}

/// The last problem, as long as it may repeat: twenty of one kind are one line with a count.
struct RepeatedProblem {
    /// Where it was first.
    let place: String
    let reason: String
    private var count = 1

    /// Begins with the first one.
    init(_ reason: String, at place: String) {
        self.place = place
        self.reason = reason
    }

    /// Counts another one.
    ///
    /// - Returns: false if it is of another kind; then it is not counted.
    mutating func counts(_ reason: String) -> Bool {
        guard reason.utf8.elementsEqual(self.reason.utf8) else { return false }
        count += 1
        return true
    }

    /// The line: `matches.json: line 3, column 1: expected …, found … (20 times)`.
    var sentence: String {
        let sentence = place.isEmpty ? reason : "\(place): \(reason)"
        return count == 1 ? sentence : "\(sentence) (\(count) times)"
    }
}
