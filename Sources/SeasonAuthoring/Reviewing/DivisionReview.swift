import BreakdownRenderer

/// Finds divisions that give 0 in every sample: integers divide without a rest, so 3 / 4 is 0.
enum DivisionReview {
    static func diagnostics(_ season: CheckedSeason) -> [Diagnostic] {
        season.written.flatMap { subject, written in
            let samples = season.samples(of: subject).map(\.data)
            return Description.divisions(in: written.json)
                .filter { $0.outcome(for: samples, subject) == .lost }
                .map { division in
                    var diagnostic = written.diagnostic(division.finding)
                    diagnostic.message =
                        "the division \(division.finding.message) is 0 in every sample"
                    diagnostic.remedy =
                        "integers divide without a rest: percent(part, whole, 1), or "
                        + "fixed(double(a) / double(b), 1)"
                    diagnostic.isWarning = true
                    return diagnostic
                }
        }
    }
}
