import BreakdownRenderer

/// Holds a season's descriptions against what its samples, and other matches, look like.
package struct EvidenceCheck {
    /// What the samples, and other matches, look like.
    package let evidence: Evidence

    /// Gathers the evidence.
    ///
    /// - Parameters:
    ///   - samples: the season's; what is wrong with these is found elsewhere.
    ///   - known: what is known already.
    package init(_ samples: [ReadSample], beside known: Evidence?) {
        var evidence = known ?? Evidence()
        for sample in samples {
            if let json = sample.json { evidence.add(json) }
        }
        self.evidence = evidence
    }

    /// What the evidence speaks against in a description.
    package func diagnostics(of compiled: CompiledDescription, _ subject: Subject) -> [Diagnostic] {
        guard let written = compiled.written else { return [] }
        return Description.remarks(on: written.json, of: subject, against: evidence).map {
            var diagnostic = written.diagnostic($0.finding, isAboutKey: $0.isAboutKey)
            diagnostic.isWarning = $0.isWarning
            return diagnostic
        }
    }
}
