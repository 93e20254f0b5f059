import BreakdownRenderer

/// Compares a season's descriptions with what its samples, and other matches, look like.
package struct EvidenceCheck {
    /// What the samples, and other matches, look like.
    package let evidence: Evidence

    /// Gathers the evidence.
    ///
    /// - Parameters:
    ///   - samples: the samples of the season; ``SampleCheck`` finds their mistakes.
    ///   - known: what is known already.
    package init(_ samples: [ReadSample], beside known: Evidence?) {
        var evidence = known ?? Evidence()
        for sample in samples {
            if let json = sample.json { evidence.add(json) }
        }
        self.evidence = evidence
    }

    /// Finds what the data contradicts in a description.
    ///
    /// - Returns: warnings and notes; none for an alias.
    package func diagnostics(of compiled: CompiledDescription, _ subject: Subject) -> [Diagnostic] {
        guard let written = compiled.written else { return [] }
        return Description.remarks(on: written.json, of: subject, against: evidence).map {
            var diagnostic = written.diagnostic($0.finding, isAboutKey: $0.isAboutKey)
            diagnostic.isWarning = $0.isWarning
            return diagnostic
        }
    }
}
