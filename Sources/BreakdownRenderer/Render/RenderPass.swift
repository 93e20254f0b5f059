import CEL
import JSON

/// Draws one match, or one event, by a description, and collects the problems.
struct RenderPass {
    let values: SidedValues
    let activation: PassActivation
    private(set) var problems: [String] = []
    /// Bytes of text in the tables and notes so far.
    private(set) var textBytes = 0
    /// Whether the problem "a limit of the whole table is reached" was reported.
    private var hasReportedLimit = false

    init(_ values: SidedValues, named: NamedValues) {
        self.values = values
        activation = PassActivation(
            values: values, named: named, sharing: SharedFuel(steps: RenderLimits.fuelStepsMax))
    }

    /// Whether the description is for this data.
    mutating func applies(_ description: Description) -> Bool {
        isTrue(description.applies, "applies")
    }

    /// The tables that have rows to show.
    mutating func tables(of description: Description) -> [BreakdownTable] {
        var tables: [BreakdownTable] = []
        for (at, table) in description.tables.enumerated() {
            let place = "table \(at + 1)"
            guard !isFull else { break }
            activation.item = nil
            guard isTrue(table.when, "\(place), when") else { continue }
            let title = table.title.map {
                kept(text($0, missing: Icon.missing.character, "\(place), title"), place)
            }
            var rows: [BreakdownTable.Row] = []
            for (entryAt, entry) in table.entries.enumerated() {
                append(entry, Place(table: at, row: entryAt), to: &rows)
            }
            if !rows.isEmpty { tables.append(BreakdownTable(title: title, rows: rows)) }
        }
        return tables
    }

    /// The notes that are shown.
    mutating func notes(of description: Description) -> [String] {
        var notes: [String] = []
        activation.item = nil
        for (at, note) in description.notes.enumerated() {
            let place = "note \(at + 1)"
            guard isOpen(note.gate, place) else { continue }
            let text = text(note.text, missing: Icon.missing.character, place)
            guard !isFull else { break }
            notes.append(kept(text, place))
        }
        return notes
    }

}

// MARK: - Problems and limits

extension RenderPass {
    /// The problem of everything that comes after the last step.
    static let outOfFuel =
        "expected a table of at most \(RenderLimits.fuelStepsMax) steps in all, "
        + "the rest cannot be computed"
    private static let outOfText =
        "expected at most \(RenderLimits.textBytesMax) bytes of text in all, the rest is left out"

    /// Adds a problem; after the last step all further ones are one problem.
    mutating func report(_ place: String, _ reason: String, in source: String) {
        guard !activation.fuel.isExhausted else {
            return reportLimit("\(place): \(Self.outOfFuel), in \(source)")
        }
        guard problems.count < RenderLimits.problemsMax else { return }
        problems.append(bounded("\(place): \(reason), in \(source)"))
    }

    private mutating func reportLimit(_ problem: String) {
        guard !hasReportedLimit else { return }
        hasReportedLimit = true
        problems.append(bounded(problem))
    }

    /// The cost so far.
    var cost: RenderCost {
        RenderCost(steps: activation.fuel.stepsTaken, textBytes: textBytes)
    }

    /// Whether the limit of text is reached; then nothing more is added.
    var isFull: Bool { textBytes > RenderLimits.textBytesMax }

    /// Counts a text; the first text beyond the limit is reported as a problem.
    mutating func kept(_ text: String, _ place: @autoclosure () -> String) -> String {
        textBytes += text.utf8.count
        guard isFull else { return text }
        reportLimit("\(place()): \(Self.outOfText)")
        return Icon.warning.character
    }
}

// MARK: - Rows

extension RenderPass {
    /// The place of a row in its description; it becomes words only for a problem.
    struct Place {
        let table: Int
        let row: Int
        /// The row below a common label.
        var inner: Int?
        var label: String?
        var side: Subject.Column?

        init(table: Int, row: Int) {
            self.table = table
            self.row = row
        }

        var words: String {
            "table \(table + 1), row \(row + 1)" + (inner.map { ".\($0 + 1)" } ?? "")
                + (label.map { " (\($0))" } ?? "") + (side.map { ", \($0.key)" } ?? "")
        }
    }

    private mutating func append(
        _ entry: Description.Entry, _ place: Place, to rows: inout [BreakdownTable.Row]
    ) {
        switch entry {
        case .row(let row): append(row, group: nil, place, to: &rows)
        case .group(let group):
            activation.item = nil
            var place = place
            place.label = group.label.fixedText
            guard !isFull, isOpen(group.gate, place.words) else { return }
            let label = text(group.label, missing: Icon.missing.character, place.words)
            for (at, row) in group.rows.enumerated() {
                place.inner = at
                append(row, group: label, place, to: &rows)
            }
        }
    }

    private mutating func append(
        _ row: Description.Row, group: String?, _ place: Place,
        to rows: inout [BreakdownTable.Row]
    ) {
        for variant in row.variants where !isFull {
            activation.fuel.take(RenderLimits.rowSteps)
            var place = place
            activation.item = variant.item
            place.label = variant.label.fixedText
            guard isOpen(variant.gate, place.words) else { continue }
            let label = text(variant.label, missing: row.missing, place.words)
            place.label = label
            let (red, blue) = (cell(row, variant, .red, place), cell(row, variant, .blue, place))
            // The label of a group is part of each of its rows.
            textBytes += (group?.utf8.count ?? 0) + label.utf8.count + red.utf8.count
            let last = kept(blue, place.words)
            guard !isFull else {
                let mark = Icon.warning.character
                return rows.append(BreakdownTable.Row(mark, kind: row.kind, red: mark, blue: mark))
            }
            rows.append(
                BreakdownTable.Row(label, group: group, kind: row.kind, red: red, blue: last))
        }
    }
}

// MARK: - Conditions and texts

extension RenderPass {
    /// Whether something is shown.
    mutating func isOpen(
        _ gate: Description.Gate, _ place: @autoclosure () -> String
    ) -> Bool {
        for path in gate.needs { activation.fuel.take(path.keys.count) }
        for path in gate.unless { activation.fuel.take(path.keys.count) }
        for path in gate.needs where !values.isPresent(path) { return false }
        if !gate.unless.isEmpty, gate.unless.allSatisfy(values.isPresent) { return false }
        return gate.when == nil || isTrue(gate.when, "\(place()), when")
    }

    /// Whether a condition is true.
    ///
    /// A missing value counts as false. A value that cannot be computed also counts as false, and
    /// is a problem.
    mutating func isTrue(
        _ condition: Expression?, _ place: @autoclosure () -> String
    ) -> Bool {
        guard let condition else { return true }
        do {
            switch try activation.evaluate(condition) {
            case .bool(let truth): return truth
            case .null, .optional(nil): return false
            case let other:
                report(
                    place(), "expected true or false, found \(other.kind)", in: condition.source)
            }
        } catch {
            let cause = activation.cause(of: error)
            if !cause.isMissing { report(place(), cause.message, in: condition.source) }
        }
        return false
    }

    /// A template's text; each expression that fails shows ⚠ in its place.
    mutating func text(
        _ template: Template, missing: String, words: Words? = nil,
        _ place: @autoclosure () -> String
    ) -> String {
        if let fixed = template.fixedText { return fixed }
        var text = ""
        for segment in template.segments {
            switch segment {
            case .text(let piece): text += piece
            case .expression(let expression):
                switch expression.shown(activation, words: words) {
                case .text(let piece): text += bounded(piece)
                case .missing: text += missing
                case .failed(let reason):
                    report(place(), reason, in: expression.source)
                    text += Icon.warning.character
                }
            }
        }
        return bounded(text)
    }
}

/// The text, cut at the limit.
package func bounded(_ text: String) -> String {
    guard text.utf8.count > RenderLimits.cellCodePointsMax else { return text }
    let scalars = text.unicodeScalars
    guard
        let end = scalars.index(
            scalars.startIndex, offsetBy: RenderLimits.cellCodePointsMax,
            limitedBy: scalars.endIndex), end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + Icon.ellipsis.character
}
