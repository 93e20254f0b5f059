import CEL
import JSON

/// Draws one match, or one event, by a description, and collects the problems.
struct RenderPass {
    let values: SidedValues
    let activation: PassActivation
    /// Whether the values behind the cells are kept.
    let keepsRaw: Bool
    private let description: Description
    /// Where it is in the description.
    private(set) var place = RenderPlace()
    /// The label of the row that it draws, if an expression has made it.
    private var madeLabel: String?
    private(set) var problems: [String] = []
    /// The same problems by their places.
    private(set) var failures:
        [(
            place: RenderPlace, part: RenderPlace.Part, label: String?, reason: String,
            source: String?
        )] = []
    /// Bytes of text in the tables and notes so far.
    private(set) var textBytes = 0
    /// Whether the problem "a limit of the whole table is reached" was reported.
    private var hasReportedLimit = false

    init(_ values: SidedValues, with description: Description, keepsRaw: Bool = false) {
        self.keepsRaw = keepsRaw
        self.values = values
        self.description = description
        activation = PassActivation(
            values: values, named: description.named,
            sharing: SharedFuel(steps: RenderLimits.fuelStepsMax))
    }

    /// Whether the description is for this data.
    mutating func applies() -> Bool {
        isTrue(description.applies, .whole)
    }

    /// The tables that have rows to show.
    mutating func tables() -> [BreakdownTable] {
        var tables: [BreakdownTable] = []
        for (at, table) in description.tables.enumerated() {
            place = RenderPlace(table: at)
            guard !isFull else { break }
            activation.item = nil
            guard isTrue(table.when, .when) else { continue }
            let title = table.title.map {
                kept(text($0, missing: Icon.missing.character, .title))
            }
            var rows: [BreakdownTable.Row] = []
            rows.reserveCapacity(table.rowCountMax)
            for (entryAt, entry) in table.entries.enumerated() {
                append(entry, table: at, entryAt, to: &rows)
            }
            if !rows.isEmpty { tables.append(BreakdownTable(title: title, rows: rows)) }
        }
        return tables
    }

    /// The notes that are shown.
    mutating func notes() -> [String] {
        var notes: [String] = []
        activation.item = nil
        for (at, note) in description.notes.enumerated() {
            place = RenderPlace(note: at)
            guard isOpen(note.gate) else { continue }
            let text = text(note.text, missing: Icon.missing.character)
            guard !isFull else { break }
            notes.append(kept(text))
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
    mutating func report(_ reason: String, in source: String, _ part: RenderPlace.Part) {
        if activation.fuel.isExhausted {
            reportLimit(Self.outOfFuel, in: source, part)
        } else if problems.count < RenderLimits.problemsMax {
            add(reason, in: source, part)
        }
    }

    private mutating func reportLimit(
        _ limit: String, in source: String? = nil, _ part: RenderPlace.Part
    ) {
        guard !hasReportedLimit else { return }
        hasReportedLimit = true
        add(limit, in: source, part)
    }

    private mutating func add(_ reason: String, in source: String?, _ part: RenderPlace.Part) {
        let label = label
        let words = place.words(part, label: label, values.subject)
        problems.append(bounded("\(words): \(reason)" + (source.map { ", in \($0)" } ?? "")))
        failures.append((place, part, label, bounded(reason), source.map(bounded)))
    }

    /// The label of the row that it draws, if that is known.
    private var label: String? { madeLabel ?? place.label(in: description)?.fixedText }

    /// The cost so far.
    var cost: RenderCost {
        RenderCost(steps: activation.fuel.stepsTaken, textBytes: textBytes)
    }

    /// Whether the limit of text is reached; then nothing more is added.
    var isFull: Bool { textBytes > RenderLimits.textBytesMax }

    /// Counts a text; the first text beyond the limit is reported as a problem.
    private mutating func kept(_ text: consuming String) -> String {
        textBytes += text.utf8.count
        guard isFull else { return text }
        reportLimit(Self.outOfText, .whole)
        return Icon.warning.character
    }
}

// MARK: - Rows

extension RenderPass {
    private mutating func append(
        _ entry: Description.Entry, table: Int, _ at: Int, to rows: inout [BreakdownTable.Row]
    ) {
        place = RenderPlace(table: table, row: at)
        switch entry {
        case .row(let row): append(row, group: nil, to: &rows)
        case .group(let group):
            activation.item = nil
            guard !isFull, isOpen(group.gate) else { return }
            let label = text(group.label, missing: Icon.missing.character)
            for at in group.rows.indices {
                place.inner = at
                append(group.rows[at], group: label, to: &rows)
            }
        }
    }

    private mutating func append(
        _ row: Description.Row, group: String?, to rows: inout [BreakdownTable.Row]
    ) {
        for at in row.variants.indices where !isFull {
            let variant = row.variants[at]
            activation.fuel.take(RenderLimits.rowSteps)
            activation.item = variant.item
            place.variant = at
            guard isOpen(variant.gate) else { continue }
            let label = text(variant.label, missing: row.missing)
            if variant.label.fixedText == nil { madeLabel = label }
            defer { madeLabel = nil }
            let (red, blue) = (cell(row, variant, .red), cell(row, variant, .blue))
            // The label of a group is part of each of its rows.
            textBytes += (group?.utf8.count ?? 0) + label.utf8.count + red.text.utf8.count
            let last = kept(blue.text)
            guard !isFull else {
                let mark = Icon.warning.character
                return rows.append(BreakdownTable.Row(mark, kind: row.kind, red: mark, blue: mark))
            }
            rows.append(
                BreakdownTable.Row(
                    label, group: group, kind: row.kind, red: red.text, blue: last,
                    blueAlone: blue.alone,
                    raw: keepsRaw ? RawCells(red: red.raw, blue: blue.raw) : nil))
        }
    }

    /// One side's cell.
    private mutating func cell(
        _ row: Description.Row, _ variant: Description.Variant, _ side: Side
    ) -> DrawnCell {
        activation.side = side
        place.side = side
        let cell = cell(row, variant, of: side)
        place.side = nil
        activation.side = nil
        return cell
    }
}

// MARK: - Conditions and texts

extension RenderPass {
    /// Whether something is shown.
    mutating func isOpen(_ gate: Description.Gate) -> Bool {
        activation.fuel.take(gate.steps)
        for at in gate.needs.indices where !values.isPresent(gate.needs[at]) { return false }
        if !gate.unless.isEmpty, gate.unless.allSatisfy(values.isPresent) { return false }
        return gate.when == nil || isTrue(gate.when, .when)
    }

    /// Whether a condition is true.
    ///
    /// A missing value counts as false. A value that cannot be computed also counts as false, and
    /// is a problem.
    mutating func isTrue(_ condition: CompiledExpression?, _ part: RenderPlace.Part) -> Bool {
        guard let condition else { return true }
        do {
            switch try activation.evaluate(condition) {
            case .bool(let truth): return truth
            case .null, .optional(nil): return false
            case let other:
                report("expected true or false, found \(other.kind)", in: condition.source, part)
            }
        } catch {
            let cause = activation.cause(of: error)
            if !cause.isMissing { report(cause.message, in: condition.source, part) }
        }
        return false
    }

    /// A template's text; each expression that fails shows ⚠ in its place.
    mutating func text(
        _ template: Template, missing: String, words: Words? = nil,
        _ part: RenderPlace.Part = .whole
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
                    report(reason, in: expression.source, part)
                    text += Icon.warning.character
                }
            }
        }
        return bounded(text)
    }
}

/// The text, cut at the limit.
package func bounded(_ text: consuming String) -> String {
    guard text.utf8.count > RenderLimits.cellCodePointsMax else { return text }
    let scalars = text.unicodeScalars
    guard
        let end = scalars.index(
            scalars.startIndex, offsetBy: RenderLimits.cellCodePointsMax,
            limitedBy: scalars.endIndex), end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + Icon.ellipsis.character
}
