extension PollReport {
    /// Counts the failures in a row, including this poll.
    func failuresInARow(after earlier: Int) -> Int {
        let areRefused = years.allSatisfy { $0.family == nil || $0.family == .refused }
        return switch outcome.meaning.failures {
        case .zero: 0
        case .oneMore: earlier &+ 1
        case .unchanged: earlier
        case .oneMoreUnlessRefused: areRefused ? 0 : earlier &+ 1
        }
    }
}
