import BundleFormat
import JSON

extension PollReport {
    /// Cut to its limits, so that it can be written, read and shown whatever came from outside.
    ///
    /// Served and refused years are kept first, and newer years before older ones; ``yearsLeftOut`` counts the rest.
    package func bounded(_ limits: AgentLimits) -> PollReport {
        var report = self
        report.problem = problem.map { $0.cut(to: limits.reportTextMax) }
        report.repairs = repairs.prefix(limits.reportItemsMax)
            .map { $0.cut(to: limits.reportTextMax) }
        report.mirrors = mirrors.prefix(limits.reportItemsMax).map { $0.bounded(limits) }
        report.keepYears(limits.reportYearsMax)
        report.years = report.years.map { $0.bounded(limits) }
        if report.isTooLong(limits) {
            for at in report.years.indices { report.years[at].candidates = [] }
        }
        while report.isTooLong(limits), !report.years.isEmpty {
            report.keepYears(report.years.count / 2)
        }
        return report
    }

    private func isTooLong(_ limits: AgentLimits) -> Bool {
        json.serialized(.indented).count > limits.reportBytesMax / 2
    }

    private mutating func keepYears(_ count: Int) {
        guard years.count > count else { return }
        let sorted = years.sorted { left, right in
            guard left.rank == right.rank else { return left.rank < right.rank }
            return left.year > right.year
        }
        for year in sorted.dropFirst(count) { leftOut.add(year) }
        yearsLeftOut += years.count - count
        years = sorted.prefix(count).sorted { $0.year < $1.year }
    }
}

extension PollReport.Mirror {
    fileprivate func bounded(_ limits: AgentLimits) -> Self {
        Self(
            address: address, files: files,
            problem: problem.map { $0.cut(to: limits.reportTextMax) })
    }
}

extension PollReport.Year {
    /// The order in which years are kept.
    fileprivate var rank: Int { entry != nil ? 0 : family == .refused ? 1 : 2 }

    fileprivate func bounded(_ limits: AgentLimits) -> Self {
        var year = self
        year.reason = reason.cut(to: limits.reportTextMax)
        // A chosen candidate is worth more than the others.
        let kept = candidates.filter { $0.isChosen } + candidates.filter { !$0.isChosen }
        if candidates.count > limits.reportItemsMax {
            year.candidates = Array(kept.prefix(limits.reportItemsMax))
        }
        for at in year.candidates.indices {
            for finding in year.candidates[at].failed.indices {
                year.candidates[at].failed[finding].note =
                    year.candidates[at].failed[finding].note.cut(to: limits.reportTextMax)
            }
        }
        return year
    }
}

extension String {
    /// At most this many bytes of UTF-8; the end is … if something was cut.
    fileprivate func cut(to count: Int) -> String {
        // Each byte may need six in an escape.
        guard utf8.count > count else { return self }
        var text = String.UnicodeScalarView()
        var length = 0
        for scalar in unicodeScalars {
            length += UTF8.width(scalar)
            guard length < count else { break }
            text.append(scalar)
        }
        return String(text) + "…"
    }
}
