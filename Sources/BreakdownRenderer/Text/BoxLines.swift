/// The lines of a table; frequent ones are made once.
struct BoxLines {
    /// Left of a row, with the space of the cell next to it.
    let first: [UInt8]
    /// Between two columns, with the spaces of the cells next to it.
    let between: [UInt8]
    /// Right of a row, with the space of the cell next to it and the line break.
    let last: [UInt8]
    /// Between two rows, with its line break.
    let middle: [UInt8]

    private let widths: ColumnWidths
    private let dashes: [UInt8]

    /// A horizontal line by its place.
    enum Place {
        /// Above the first row.
        case top
        /// Between two rows.
        case middle
        /// Between a row and a title, which has no columns.
        case close
        /// Between a title and a row.
        case open
        /// Below the last row.
        case bottom
    }

    /// Prepares the lines for columns of these widths.
    init(_ widths: ColumnWidths, charset: Charset, style: Style) {
        func made(_ write: (inout TextPage) -> Void) -> [UInt8] {
            var page = TextPage(columns: 0, charset: charset, style: style)
            write(&page)
            return page.bytes.all
        }
        func bar(before: String, behind: String) -> [UInt8] {
            made { page in
                page.append(before)
                page.append(charset.ascii ? "|" : "│", .faint)
                page.append(behind)
            }
        }
        self.widths = widths
        let dashes = made { page in
            let count = max(widths.side, widths.label) + 2
            page.append(charset.ascii ? "-" : "─", count: count)
        }
        self.dashes = dashes
        middle = made { Self.draw(.middle, widths, dashes, on: &$0) }
        first = bar(before: "", behind: " ")
        between = bar(before: " ", behind: " ")
        last = bar(before: " ", behind: "\n")
    }

    /// Draws a horizontal line.
    func draw(_ place: Place, on page: inout TextPage) {
        Self.draw(place, widths, dashes, on: &page)
    }

    private static func draw(
        _ place: Place, _ widths: ColumnWidths, _ dashes: [UInt8], on page: inout TextPage
    ) {
        let corners = page.charset.ascii ? ("+", "+", "+") : corners(place)
        let dashBytes = page.charset.ascii ? 1 : 3
        page.begin(.faint)
        page.append(corners.0)
        page.append(dashes[..<((widths.side + 2) * dashBytes)])
        page.append(corners.1)
        page.append(dashes[..<((widths.label + 2) * dashBytes)])
        page.append(corners.1)
        page.append(dashes[..<((widths.side + 2) * dashBytes)])
        page.append(corners.2)
        page.end(.faint)
        page.writeBreak()
    }

    private static func corners(_ place: Place) -> (String, String, String) {
        switch place {
        case .top: ("╭", "┬", "╮")
        case .middle: ("├", "┼", "┤")
        case .close: ("├", "┴", "┤")
        case .open: ("├", "┬", "┤")
        case .bottom: ("╰", "┴", "╯")
        }
    }
}
