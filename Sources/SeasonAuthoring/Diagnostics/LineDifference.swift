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
