import CEL
import JSON

/// One match on its way through a description; collects what could not be computed.
struct RenderPass {
    private let values: MatchValues
    private let activation: MatchActivation
    private(set) var problems: [String] = []

    init(_ values: MatchValues) {
        self.values = values
        activation = MatchActivation(values: values)
    }

    /// Whether the breakdown has the shape that the description was written for.
    mutating func applies(_ description: Description) -> Bool {
        guard let applies = description.applies else { return true }
        do {
            if case .bool(let truth) = try applies.program.evaluate(activation) { return truth }
            report("applies: expected true or false", applies)
        } catch {
            // A key that another shape lacks is just what this expression is there to find out.
            if case .noSuchKey = error.kind { return false }
            report("applies: \(error.message)", applies)
        }
        return false
    }

    /// The tables that have rows to show.
    mutating func tables(of description: Description) -> [BreakdownTable] {
        var tables: [BreakdownTable] = []
        for (at, table) in description.tables.enumerated() {
            let place = "table \(at + 1)"
            activation.item = nil
            guard isOpen(table.when, place) else { continue }
            let title = table.title.map {
                text($0, missing: Icon.missing.character, "\(place), title")
            }
            var rows: [BreakdownTable.Row] = []
            for (rowAt, row) in table.rows.enumerated() {
                append(row, Place(table: at, row: rowAt), to: &rows)
            }
            if !rows.isEmpty { tables.append(BreakdownTable(title: title, rows: rows)) }
        }
        return tables
    }

    /// The notes that have something to say.
    mutating func notes(of description: Description) -> [String] {
        var notes: [String] = []
        activation.item = nil
        for (at, note) in description.notes.enumerated() {
            let place = "note \(at + 1)"
            guard isPresent(note.needs), isOpen(note.when, place) else { continue }
            notes.append(text(note.text, missing: Icon.missing.character, place))
        }
        return notes
    }
}

// MARK: - Rows

extension RenderPass {
    /// Where a row stands in its description; made into words only for a problem.
    private struct Place {
        let table: Int
        let row: Int
        var label: String?
        var side: Side?

        var words: String {
            "table \(table + 1), row \(row + 1)" + (label.map { " (\($0))" } ?? "")
                + (side.map { ", \($0.rawValue)" } ?? "")
        }
    }

    private mutating func append(
        _ row: Description.Row, _ place: Place, to rows: inout [BreakdownTable.Row]
    ) {
        for variant in row.variants {
            guard isPresent(variant.needs) else { continue }
            var place = place
            activation.item = variant.item
            place.label = variant.label.fixedText
            guard isOpen(row.when, place.words) else { continue }
            let label = text(variant.label, missing: row.missing, place.words)
            place.label = label
            place.side = .red
            let red = cell(row, variant, .red, place)
            place.side = .blue
            let blue = cell(row, variant, .blue, place)
            rows.append(BreakdownTable.Row(label: label, kind: row.kind, red: red, blue: blue))
        }
    }

    private mutating func cell(
        _ row: Description.Row, _ variant: Description.Variant, _ side: Side, _ place: Place
    ) -> String {
        activation.side = side
        defer { activation.side = nil }
        switch row.cell {
        case .text(let template):
            return text(template, missing: row.missing, place.words)
        case .value(let expression):
            switch expression.shown(activation, words: row.words) {
            case .text(let text): return bounded(text)
            case .missing: return row.missing
            case .failed(let reason):
                report("\(place.words): \(reason)", expression)
                return Icon.warning.character
            }
        case .field:
            return field(row, variant, side, place)
        }
    }

    private mutating func field(
        _ row: Description.Row, _ variant: Description.Variant, _ side: Side, _ place: Place
    ) -> String {
        guard let path = variant.field else { return row.missing }
        let shown: Shown =
            switch path.find(in: values.object(side)) {
            // The language knows 64 bits; a number beyond is still shown digit by digit.
            case .value(.bigInteger(let digits)): .text(row.words?.text(for: digits) ?? digits)
            case .value(let json): Value(json: json).shown(words: row.words)
            case .missing: .missing
            case .blocked(let key, let kind): .failed("expected an object in \(key), found \(kind)")
            }
        switch shown {
        case .text(let text): return bounded(text)
        case .missing: return row.missing
        case .failed(let reason):
            report("\(place.words): \(reason), in \(path.keys.joined(separator: "."))")
            return Icon.warning.character
        }
    }
}

// MARK: - Gates, texts and problems

extension RenderPass {
    private func isPresent(_ needs: [DottedPath]) -> Bool {
        needs.allSatisfy { $0.isPresent(in: values.red) }
    }

    /// Whether a gate lets through; one that fails stays closed.
    private mutating func isOpen(
        _ gate: Expression?, _ place: @autoclosure () -> String
    ) -> Bool {
        guard let gate else { return true }
        do {
            let value = try gate.program.evaluate(activation)
            if case .bool(let truth) = value { return truth }
            report("\(place()), when: expected true or false, found \(value.kind)", gate)
        } catch {
            report("\(place()), when: \(error.message)", gate)
        }
        return false
    }

    private mutating func text(
        _ template: Template, missing: String, _ place: @autoclosure () -> String
    ) -> String {
        if let fixed = template.fixedText { return fixed }
        var text = ""
        for segment in template.segments {
            switch segment {
            case .text(let piece): text += piece
            case .expression(let expression):
                switch expression.shown(activation, words: nil) {
                case .text(let piece): text += piece
                case .missing: text += missing
                case .failed(let reason):
                    report("\(place()): \(reason)", expression)
                    text += Icon.warning.character
                }
            }
        }
        return bounded(text)
    }

    private mutating func report(_ problem: String, _ expression: Expression) {
        report("\(problem), in \(expression.source)")
    }

    private mutating func report(_ problem: String) {
        guard problems.count < RenderLimits.problemsMax else { return }
        problems.append(bounded(problem))
    }
}

/// The text, cut where it is longer than anybody reads.
func bounded(_ text: String) -> String {
    guard text.utf8.count > RenderLimits.cellCodePointsMax else { return text }
    let scalars = text.unicodeScalars
    guard
        let end = scalars.index(
            scalars.startIndex, offsetBy: RenderLimits.cellCodePointsMax,
            limitedBy: scalars.endIndex), end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + Icon.ellipsis.character
}
