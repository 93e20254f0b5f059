import PlainText

/// A text for a terminal, and the columns that it needs.
package struct ShownText: Equatable {
    /// The text, harmless.
    package let text: String
    package let columns: Int

    static let empty = ShownText(text: "", columns: 0)

    static func + (left: ShownText, right: ShownText) -> ShownText {
        ShownText(text: left.text + right.text, columns: left.columns + right.columns)
    }
}

/// Makes texts of the data harmless, and ASCII if the terminal can show nothing else.
///
/// Characters that would control a terminal, reorder its text or hide are written as a code:
/// `\u{9b}` (``PlainText``).
package struct Face {
    let ascii: Bool

    /// Makes the form of a terminal.
    ///
    /// - Parameter ascii: whether it can show nothing but ASCII.
    package init(ascii: Bool) {
        self.ascii = ascii
    }

    /// The text in the form for a terminal.
    ///
    /// - Returns: one line without control characters, and its width.
    package func shown(_ text: String) -> ShownText {
        // Nearly every text takes one of these two paths.
        if text.isPrintableASCII { return ShownText(text: text, columns: text.utf8.count) }
        if !ascii, let columns = DisplayWidth.columnsIfSimple(text) {
            return ShownText(text: text, columns: columns)
        }
        var shown = String.UnicodeScalarView()
        var columns = 0
        var width = DisplayWidth()
        for scalar in PlainText.line(text).unicodeScalars {
            let added = width.columns(adding: scalar)
            if !ascii || scalar.isASCII {
                shown.append(scalar)
                columns += added
            } else if added > 0 {
                let spelling = Transliteration.ascii(scalar)
                shown.append(contentsOf: spelling.unicodeScalars)
                columns += spelling.unicodeScalars.count
            }
        }
        return ShownText(text: String(shown), columns: columns)
    }

    /// A text between two marks: it stands for bold type.
    func marked(_ text: String) -> ShownText {
        let mark = ascii ? "-" : "·"
        let text = shown(text)
        return ShownText(text: "\(mark) \(text.text) \(mark)", columns: text.columns + 4)
    }

    /// Adds the text in the form for a terminal.
    ///
    /// - Parameters:
    ///   - bytes: gets what ``shown(_:)`` returns, in UTF-8.
    func append(_ text: String, to bytes: inout TextBytes) -> Int {
        if text.isPrintableASCII {
            bytes.append(text)
            return text.utf8.count
        }
        let shown = shown(text)
        bytes.append(shown.text)
        return shown.columns
    }
}

extension String {
    /// Whether each byte is a printable character of ASCII; reads eight at a time.
    var isPrintableASCII: Bool {
        let answer = utf8.withContiguousStorageIfAvailable { text in
            let bytes = UnsafeRawBufferPointer(text)
            var at = 0
            while at + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                // The highest bit of a byte shows that it is below 0x20, is 0x7F, or is no ASCII.
                let others =
                    (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101) | word
                guard others & 0x8080_8080_8080_8080 == 0 else { return false }
                at += 8
            }
            while at < bytes.count {
                guard (0x20...0x7E).contains(bytes[at]) else { return false }
                at += 1
            }
            return true
        }
        return answer ?? utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
