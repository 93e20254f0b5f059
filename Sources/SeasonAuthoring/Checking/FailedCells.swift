import BreakdownRenderer
import JSON

/// What a description cannot compute for its samples, each mistake once.
///
/// One wrong expression fails in both columns, for each element of `each`, and in many samples.
struct FailedCells {
    /// Where an expression fails.
    private struct FailurePlace: Hashable {
        let path: JSONPath
        let source: String?
    }

    private var order: [FailurePlace] = []
    private var failures: [FailurePlace: (first: RenderFailure, samples: [String])] = [:]

    mutating func add(_ more: [RenderFailure], of sample: String) {
        for failure in more {
            let place = FailurePlace(path: failure.path, source: failure.source)
            if failures[place] == nil { order.append(place) }
            var known = failures[place] ?? (failure, [])
            if known.samples.last != sample { known.samples.append(sample) }
            failures[place] = known
        }
    }

    /// The mistakes.
    ///
    /// - Parameter known: mistakes that are reported already; their consequences are left out.
    /// - Returns: a diagnostic for each place, in the order of the description.
    func diagnostics(
        in written: WrittenDescription?, at path: String, besides known: [Diagnostic]
    ) -> [Diagnostic] {
        let mistakes = known.filter { !$0.isWarning }
        return order.compactMap { failures[$0] }.compactMap { failure, samples in
            let place = written.flatMap { $0.diagnostic(failure.finding(in: $0.json)).place }
            let isKnown = mistakes.contains {
                $0.message == failure.reason
                    || $0.place != nil && $0.place?.position.line == place?.position.line
            }
            guard !isKnown else { return nil }
            let subject = failure.label.map { "\"\($0)\"" } ?? "one"
            let extent = samples.count == 1 ? samples[0] : "\(samples.count) samples"
            let source = failure.source.map { ", in \($0)" } ?? ""
            return Diagnostic(
                file: path, place: place,
                message: "expected every cell to be computed, found that \(subject) fails in "
                    + "\(extent): \(failure.reason)\(source)")
        }
    }
}
