/// The forms of output.
package enum OutputFormat: String, CaseIterable, Sendable {
    case text, markdown, html, json, csv, summary, svg, png
    /// What a page or an app needs to draw the tables itself; `breakdown` does not offer it.
    case view
}
