/// The horizontal lines of a table, each with its line break, and the upright one.
struct BoxLines {
    /// Above the first row.
    let top: String
    /// Between two rows.
    let middle: String
    /// Between a row and a title, which has no columns.
    let close: String
    /// Between a title and a row.
    let open: String
    /// Below the last row.
    let bottom: String
    /// Between two columns.
    let bar: String
    /// The same with the spaces of the cells beside it.
    let spacedBar: String
    private let dot: String
    private let style: Style

    /// Draws the lines for columns of these widths.
    init(ascii: Bool, widths: ColumnWidths, style: Style) {
        let dash = ascii ? "-" : "─"
        let side = String(repeating: dash, count: widths.side + 2)
        let label = String(repeating: dash, count: widths.label + 2)
        func line(_ left: String, _ cross: String, _ right: String) -> String {
            style.paint(
                ascii
                    ? "+\(side)+\(label)+\(side)+"
                    : left + side + cross + label + cross + side + right, .faint) + "\n"
        }
        top = line("╭", "┬", "╮")
        middle = line("├", "┼", "┤")
        close = line("├", "┴", "┤")
        open = line("├", "┬", "┤")
        bottom = line("╰", "┴", "╯")
        bar = style.paint(ascii ? "|" : "│", .faint)
        spacedBar = " \(bar) "
        self.style = style
        dot = ascii ? "." : "·"
    }

    /// A row of dots that leads from a label to its values.
    func leader(_ count: Int) -> String {
        style.paint(String(repeating: dot, count: count), .faint)
    }
}
