/// Finds the word that was probably meant.
enum Suggestion {
    /// The nearest of the known words, if one is near enough to be meant.
    ///
    /// Near enough is a third of the word's letters wrong, at least one and at most three.
    ///
    /// - Parameters:
    ///   - word: what was written.
    ///   - known: what could have been meant.
    /// - Returns: the nearest, the earlier of two equally near ones; nil if none is near.
    static func nearest(to word: String, in known: [String]) -> String? {
        let letters = Array(word.unicodeScalars.prefix(41))
        // Nothing that long is a misspelt key, and the work grows with the square.
        guard letters.count <= 40 else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in known {
            let distance = self.distance(letters, Array(candidate.unicodeScalars))
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        guard let best, best.distance <= min(3, max(1, letters.count / 3)) else { return nil }
        return best.word
    }

    /// How many letters must be changed, put in, left out or swapped with their neighbour.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var cost = min(
                    previous[column + 1] + 1, current[column] + 1,
                    previous[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
