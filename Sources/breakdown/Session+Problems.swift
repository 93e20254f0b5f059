import Files

/// What goes wrong: the first problems are printed, and the others are only counted.
///
/// In a file without matches each value is a problem, so the sentence of one that is not printed is
/// not even made.
extension Session {
    /// Prints a problem below the tables before it.
    ///
    /// - Parameter problem: the problem with its place.
    /// - Throws: `FileError` if the output cannot be written.
    mutating func refuse(_ problem: @autoclosure () -> String) throws(FileError) {
        try output.release()
        report(problem())
    }

    /// Counts a problem, and prints it if it is one of the first.
    ///
    /// - Parameter problem: the problem with its place.
    mutating func report(_ problem: @autoclosure () -> String) {
        problemCount += 1
        if !output.holdsAll, problemCount <= BreakdownLimits.problemsToldMax {
            Messages.print(problem())
        }
    }

    /// Prints what there is to say about a fetched match or event.
    mutating func tell(_ fetched: FetchedInput) throws(FileError) {
        for remark in fetched.remarks { Messages.print(remark) }
        for problem in fetched.problems { try refuse(problem) }
    }

    /// Prints the remaining messages at the end of the input.
    mutating func conclude() {
        let untold = problemCount - BreakdownLimits.problemsToldMax
        if untold > 0 { Messages.print("\(untold) more problems") }
        for key in request.keys where !shownKeys.contains(key) && !output.isClosed {
            report("expected a match with the key \(key), found none")
        }
    }
}
