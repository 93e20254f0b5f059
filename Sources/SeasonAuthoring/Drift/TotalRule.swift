import BreakdownRenderer
import JSON

/// The rule how a total is made up: the sums of points that give it.
///
/// We find the sums in the samples, and check matches with them.
/// Several sums may fit the samples, and all of them are kept: a total is unexplained only if none of
/// them gives it. Official totals are sometimes not the sum of their parts, so a few misfits are no
/// finding, in samples as in matches.
enum TotalRule {
    /// Compares the totals of matches with the sums that the samples have.
    ///
    /// - Returns: one finding for each total that is unexplained in more than a few matches.
    static func findings(
        _ matches: [DriftMatch], season: LiveSeason, coverage: DescriptionCoverage
    ) -> [DriftFinding] {
        let samples = season.samples.flatMap(sides)
        let parts = pointFields(samples)
        return coverage.totals.compactMap { path in
            let total = path.split(separator: ".").map(String.init)
            let sums = sums(of: total, parts: parts, sides: samples)
            guard let plainest = sums.first else { return nil }
            let unexplained = matches.filter { match in
                !sides(match.json).allSatisfy { explains(total, $0, by: sums) }
            }
            guard unexplained.count >= DriftLimits.unexplainedMin,
                unexplained.count * 20 >= matches.count
            else { return nil }
            return DriftFinding(
                change: .unexplainedTotal(
                    field: path, parts: plainest.map { $0.joined(separator: ".") }),
                matches: unexplained.map(\.key))
        }
    }

    /// The fields of each sum that fits, the plainest first; none if no sum fits nearly all sides.
    private static func sums(of total: [String], parts: [[String]], sides: [JSON]) -> [[[String]]] {
        let known = Array(sides.filter { number($0, total) != nil }.prefix(DriftLimits.sidesMax))
        let parts = Array(parts.filter { $0 != total }.prefix(DriftLimits.partsMax))
        var search = SumSearch(
            totals: known.compactMap { number($0, total) },
            values: parts.map { part in known.map { number($0, part) ?? 0 } })
        search.run()
        guard !known.isEmpty, search.fitsCount * 6 >= known.count * 5 else { return [] }
        return search.found.sorted { $0.count < $1.count }.map { sum in sum.map { parts[$0] } }
    }

    /// Whether one of the sums gives a side's total; true if it has no total.
    private static func explains(_ total: [String], _ side: JSON, by sums: [[[String]]]) -> Bool {
        guard let total = number(side, total) else { return true }
        return sums.contains { sum in
            sum.reduce(0 as Int64) { $0 &+ (number(side, $1) ?? 0) } == total
        }
    }

    private static func sides(_ match: JSON) -> [JSON] {
        ["red", "blue"].compactMap { match["score_breakdown"]?[$0] }
    }

    /// The fields that count points, those of the upper level first.
    private static func pointFields(_ sides: [JSON]) -> [[String]] {
        let matches = sides.map { ("", ["score_breakdown": ["red": $0]] as JSON) }
        return FieldFacts(matches).fields.keys
            .filter { DescriptionCoverage.countsPoints($0.keys.last ?? "") }
            .sorted { ($0.keys.count, $0.name) < ($1.keys.count, $1.name) }
            .map(\.keys)
    }
}

/// Tries every sum of a few parts.
private struct SumSearch {
    let totals: [Int64]
    /// The points of each part on each side.
    let values: [[Int64]]
    /// How many sides the best sums fit.
    private(set) var fitsCount = 1
    /// The best sums, each by the numbers of its parts.
    private(set) var found: [[Int]] = []

    mutating func run() {
        extend([], from: 0, sums: totals.map { _ in 0 })
    }

    /// It recurses as deep as a sum has parts.
    private mutating func extend(_ chosen: [Int], from start: Int, sums: [Int64]) {
        guard chosen.count < DriftLimits.sumPartsMax else { return }
        for part in values.indices.dropFirst(start) {
            // Wraps around instead of trapping; no real score is so large.
            let sums = zip(sums, values[part]).map { $0 &+ $1 }
            let fits = zip(sums, totals).count { $0 == $1 }
            if fits > fitsCount || found.isEmpty && fits == fitsCount {
                (fitsCount, found) = (fits, [])
            }
            if fits == fitsCount { found.append(chosen + [part]) }
            extend(chosen + [part], from: part + 1, sums: sums)
        }
    }
}

/// The whole number in a field of a side; nil if there is none.
private func number(_ side: JSON, _ keys: [String]) -> Int64? {
    keys.reduce(side as JSON?) { $0?[$1] }?.integerValue
}
