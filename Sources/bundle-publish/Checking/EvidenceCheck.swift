import BreakdownRenderer
import JSON

/// Holds a season's descriptions against what its samples, and other matches, look like.
struct EvidenceCheck {
    private let evidence: Evidence

    /// Gathers the evidence.
    ///
    /// - Parameters:
    ///   - season: whose samples to look at; what is wrong with these is found elsewhere.
    ///   - known: what is known already.
    init(_ season: SeasonSource, beside known: Evidence?) {
        var evidence = known ?? Evidence()
        for sample in season.samples {
            if let json = try? JSON.parse(sample.match.bytes, limits: .match) {
                evidence.add(json)
            }
        }
        self.evidence = evidence
    }

    /// What the evidence speaks against in a description.
    func diagnostics(of compiled: CompiledDescription, _ subject: Subject) -> [Diagnostic] {
        guard let written = compiled.written else { return [] }
        return Description.remarks(on: written.json, of: subject, against: evidence).map {
            var diagnostic = written.diagnostic(
                $0.finding, part: $0.isAboutKey ? .key : .value)
            diagnostic.isWarning = $0.isWarning
            return diagnostic
        }
    }
}
