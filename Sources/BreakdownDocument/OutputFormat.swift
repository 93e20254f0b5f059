/// The forms of output.
package enum OutputFormat: String, CaseIterable, Sendable {
    case text, markdown, html, json, csv, summary, svg, png
    /// What a page or an app needs to draw the tables itself; `breakdown` does not offer it.
    case view
}

extension OutputFormat {
    /// Whether it has a place for the values behind the cells.
    package var hasRawValues: Bool { self == .json || self == .csv }
}
