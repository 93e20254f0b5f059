import JSON

/// Turns nested objects into rows, with limits on depth and number.
package struct GenericFlattening {
    private(set) var rows: [GenericRow] = []
    /// Whether there was more than the limit.
    private(set) var isCut = false
    /// Bytes of the labels so far.
    private var labelBytes = 0

    /// A path in words.
    private struct Prefix {
        var topWords: [String] = []
        var label = ""
        var depth = 0

        func appending(_ key: String) -> Prefix {
            let words = KeyWords(key)
            return Prefix(
                topWords: depth == 0 ? words.words : topWords,
                label: label.isEmpty ? words.title : "\(label) \(words.title)",
                depth: depth + 1)
        }
    }

    /// Adds a row for every value below either side.
    mutating func add(red: JSON?, blue: JSON?) {
        descend(red, blue, Prefix())
    }

    private mutating func add(_ red: JSON?, _ blue: JSON?, _ key: String, below prefix: Prefix) {
        guard rows.count < RenderLimits.genericRowsMax, labelBytes < RenderLimits.textBytesMax
        else {
            isCut = true
            return
        }
        let here = prefix.appending(key)
        let isNested = Self.isNested(red) || Self.isNested(blue)
        if isNested, here.depth < RenderLimits.genericDepthMax {
            descend(red, blue, here)
            // The other side may have a plain value where this one has an object.
            let plainRed = Self.isNested(red) ? nil : red
            let plainBlue = Self.isNested(blue) ? nil : blue
            guard !Self.isNothing(plainRed) || !Self.isNothing(plainBlue) else { return }
            addRow(plainRed, plainBlue, key, here)
        } else {
            addRow(red, blue, key, here)
        }
    }

    private mutating func addRow(_ red: JSON?, _ blue: JSON?, _ key: String, _ here: Prefix) {
        let label = bounded(here.label)
        labelBytes += label.utf8.count
        rows.append(
            GenericRow(
                topWords: here.topWords, label: label,
                kind: Self.kind(KeyWords(key).words, depth: here.depth),
                red: red, blue: blue))
    }

    private mutating func descend(_ red: JSON?, _ blue: JSON?, _ prefix: Prefix) {
        if red?.objectValue != nil || blue?.objectValue != nil {
            for member in red?.objectValue?.members ?? [] {
                add(member.value, blue?[member.key], member.key, below: prefix)
            }
            for member in blue?.objectValue?.members ?? [] where red?[member.key] == nil {
                add(nil, member.value, member.key, below: prefix)
            }
        }
        let redElements = Self.isNested(red) ? red?.arrayValue ?? [] : []
        let blueElements = Self.isNested(blue) ? blue?.arrayValue ?? [] : []
        let count = max(redElements.count, blueElements.count)
        for at in 0..<min(count, RenderLimits.genericElementsMax) {
            add(
                at < redElements.count ? redElements[at] : nil,
                at < blueElements.count ? blueElements[at] : nil, String(at + 1), below: prefix)
        }
        if count > RenderLimits.genericElementsMax { isCut = true }
    }
}

// MARK: - Kinds of values

extension GenericFlattening {
    /// Whether a value needs rows of its own: an object, or a list with one in it.
    static func isNested(_ json: JSON?) -> Bool {
        switch json {
        case .object?: true
        case .array(let elements)?:
            elements.contains { element in
                switch element {
                case .object, .array: true
                default: false
                }
            }
        default: false
        }
    }

    private static func isNothing(_ json: JSON?) -> Bool {
        switch json {
        case nil, .null?: true
        case .array(let elements)?: elements.isEmpty
        default: false
        }
    }

    /// What a key's words say about its row.
    package static func kind(_ words: [String], depth: Int) -> RowKind {
        guard words.last == "points" else { return .plain }
        let totals = [
            ["auto", "points"], ["teleop", "points"], ["total", "points"],
            ["total", "auto", "points"], ["total", "teleop", "points"],
        ]
        return depth == 1 && totals.contains(words) ? .total : .subtotal
    }
}
