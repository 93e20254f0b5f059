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
