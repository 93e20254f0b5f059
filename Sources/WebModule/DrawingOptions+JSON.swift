import BreakdownRenderer
import JSON

extension DrawingOptions {
    /// Reads the options of a call.
    ///
    /// - Parameter bytes: a JSON object; no bytes mean the default options.
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(Refusal) -> DrawingOptions {
        try OptionReading.decode(bytes) { (cursor) throws(JSONShapeError) in
            try OptionReading.refuseMembers(
                of: cursor,
                except: [
                    "all", "ascii", "colour", "compare", "document", "format", "match", "rows",
                    "theme", "wide", "width", "year",
                ])
            var options = DrawingOptions()
            try options.readLook(cursor)
            try options.readChoice(cursor)
            return options
        }
    }

    private mutating func readLook(_ cursor: JSONCursor) throws(JSONShapeError) {
        if let format = try OptionReading.optional("format", of: cursor) {
            let others = "text, markdown, html, json, csv, summary, svg or view"
            guard let found = OutputFormat(rawValue: try format.string()) else {
                throw format.mismatch(others)
            }
            // A module draws no pixels.
            guard found != .png else {
                throw format.mismatch("\(others), or rsvg-convert to make a PNG of the SVG")
            }
            document.format = found
        }
        if let width = try OptionReading.optional("width", of: cursor) {
            let widths = DocumentLimits.widths
            document.width = Int(
                try width.integer(in: Int64(widths.lowerBound)...Int64(widths.upperBound)))
        }
        let ascii = try flag("ascii", cursor)
        document.ascii = ascii
        document.textIsASCII = ascii
        document.colour = try flag("colour", cursor)
        document.isWholePage = try flag("document", cursor)
        document.isWide = try flag("wide", cursor)
        if document.isWide, document.format != .csv {
            throw try cursor.member("wide").mismatch("the format csv with it")
        }
        if let theme = try OptionReading.optional("theme", of: cursor) {
            let name = try theme.string()
            if let picture = PictureTheme(rawValue: name) {
                document.pictureTheme = picture
            } else if name == "quiet" {
                document.isQuiet = true
            } else {
                throw theme.mismatch("auto, light, dark or quiet")
            }
        }
    }

    private mutating func readChoice(_ cursor: JSONCursor) throws(JSONShapeError) {
        showsAll = try flag("all", cursor)
        if let rows = try OptionReading.optional("rows", of: cursor) {
            rowsMax = Int(try rows.integer(in: 0...1_000))
        }
        if let year = try OptionReading.optional("year", of: cursor) {
            self.year = Int(try year.integer(in: 1992...2999))
        }
        if let match = try OptionReading.optional("match", of: cursor) {
            for key in try match.elements() { keys.append(try key.string()) }
            guard keys.count <= WebLimits.keysMax else {
                throw match.mismatch("at most \(WebLimits.keysMax) keys")
            }
        }
        guard let compare = try OptionReading.optional("compare", of: cursor) else { return }
        let halves = try compare.elements()
        for half in halves {
            guard let found = ComparedAlliance(try half.string()) else {
                throw half.mismatch("a match's key, or KEY:red or KEY:blue")
            }
            compared.append(found)
        }
        guard compared.count == 2, (compared[0].side == nil) == (compared[1].side == nil) else {
            throw compare.mismatch("two matches or two alliances")
        }
        guard keys.isEmpty, [.text, .markdown, .html, .view].contains(document.format) else {
            throw compare.mismatch(
                "the format text, markdown, html or view, and no match with it")
        }
        keys = compared.map { $0.key }
    }

    private func flag(_ key: String, _ cursor: JSONCursor) throws(JSONShapeError) -> Bool {
        try OptionReading.optional(key, of: cursor)?.bool() ?? false
    }
}
