/// The difference of two texts in lines, for people: `-` expected, `+` rendered, with a line around each.
package enum LineDifference {
    /// The lines that differ with one line of context, `…` where equal lines are left out.
    ///
    /// - Parameters:
    ///   - linesMax: the most lines to show; more are only counted.
    package static func lines(
        expected: String, found: String, linesMax: Int = AuthoringLimits.differenceLinesMax
    ) -> [String] {
        let old = lines(of: expected)
        let new = lines(of: found)
        guard max(old.count, new.count) <= AuthoringLimits.comparedLinesMax else {
            return ["  … too long to compare"]
        }
        let marked = merge(old, new, new.difference(from: old))
        var shown: [String] = []
        var skipping = false
        for (at, line) in marked.enumerated() {
            let near = marked[max(0, at - 1)...min(marked.count - 1, at + 1)]
            if near.contains(where: { $0.sign != " " }) {
                shown.append("\(line.sign) \(line.text)")
                skipping = false
            } else if !skipping {
                shown.append("  …")
                skipping = true
            }
        }
        guard shown.count > linesMax else { return shown }
        let rest = shown.count - linesMax
        return shown.prefix(linesMax) + ["  … and \(rest) more lines"]
    }

    /// The lines by code point: `\r\n` ends a line, too, and texts that only look the same differ.
    private static func lines(of text: String) -> [[Unicode.Scalar]] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    }

    private static func merge(
        _ old: [[Unicode.Scalar]], _ new: [[Unicode.Scalar]],
        _ difference: CollectionDifference<[Unicode.Scalar]>
    ) -> [(sign: Character, text: String)] {
        var removed = Set<Int>()
        var inserted = Set<Int>()
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        let text = { (line: [Unicode.Scalar]) in String(String.UnicodeScalarView(line)) }
        var merged: [(sign: Character, text: String)] = []
        var oldAt = 0
        var newAt = 0
        while oldAt < old.count || newAt < new.count {
            if oldAt < old.count, removed.contains(oldAt) {
                merged.append(("-", text(old[oldAt])))
                oldAt += 1
            } else if newAt < new.count, inserted.contains(newAt) {
                merged.append(("+", text(new[newAt])))
                newAt += 1
            } else {
                merged.append((" ", text(new[newAt])))
                oldAt += 1
                newAt += 1
            }
        }
        return merged
    }
}

/// A sample whose table is not the expected one, and what its author reads about it.
struct TableDifference {
    private let sample: SampleSource
    /// The table as it is now, in the form of expected tables.
    let table: String
    /// The lines that differ; where most of a table is new, the table itself, once for all samples.
    let detail: [String]
    private let isRewritten: Bool
    /// The command that writes the tables of this season.
    private let update: String

    var path: String { sample.expectedPath }

    /// Describes samples whose tables are not the expected ones, in the same order.
    ///
    /// - Parameter update: the command that writes the tables of their season.
    static func all(
        _ samples: [(source: SampleSource, table: String)], update: String
    ) -> [TableDifference] {
        var hasShownTable = false
        return samples.map { sample, table in
            guard let expected = sample.expected?.bytes else {
                return TableDifference(
                    sample: sample, table: table, detail: [], isRewritten: false, update: update)
            }
            let lines = LineDifference.lines(
                expected: String(decoding: expected, as: UTF8.self), found: table, linesMax: .max)
            guard lines.count > AuthoringLimits.differenceLinesMax else {
                return TableDifference(
                    sample: sample, table: table, detail: lines, isRewritten: false, update: update)
            }
            let count = lines.count { $0.hasPrefix("-") || $0.hasPrefix("+") }
            let shown = hasShownTable ? [] : self.shown(table)
            hasShownTable = true
            return TableDifference(
                sample: sample, table: table,
                detail: ["… \(count) lines differ" + (shown.isEmpty ? "" : "; the new table:")]
                    + shown, isRewritten: true, update: update)
        }
    }

    private static func shown(_ table: String) -> [String] {
        table.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix(AuthoringLimits.tableLinesMax).map { "  \($0)" }
    }

    /// The mistake that it is without `--update`.
    var diagnostic: Diagnostic {
        guard let expected = sample.expected else {
            return Diagnostic(
                file: path, message: "expected the sample's table, found no such file",
                remedy: "run \(update) and look at what it writes")
        }
        if let conflict = MergeConflict.mistake(in: expected.bytes, at: expected.path) {
            return conflict
        }
        return Diagnostic(
            file: expected.path,
            message: isRewritten
                ? "expected the table of this file, found another"
                : "expected this table (-), found another (+)",
            remedy: "run \(update) if the new table is right", detail: detail)
    }
}
