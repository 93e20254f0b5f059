import JSON
import Text

/// A text file as an editor shows it: its path, its text, its lines.
package struct SourceText: Sendable {
    package let path: String
    /// The whole text, valid UTF-8.
    package let text: String
    /// The lines without their ends (`\n` or `\r\n`).
    package let lines: [Substring]

    /// Reads bytes as text.
    ///
    /// - Throws: a ``DiagnosedError`` if the bytes are no plain UTF-8 text, or git's merge left a conflict in it.
    package init(path: String, bytes: [UInt8]) throws(DiagnosedError) {
        self.path = path
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DiagnosedError(Self.invalidUTF8(path: path, bytes: bytes))
        }
        self.text = text
        lines = YAMLDocument.lines(of: text)
        if let conflict = MergeConflict.mistake(in: bytes, at: path) {
            throw DiagnosedError(conflict)
        }
        if !Self.isPlain(bytes) { try refuseOddCharacters() }
    }

    /// True if the bytes are only printable ASCII, tabs and line feeds.
    ///
    /// It has no branch for each byte, so it costs next to nothing.
    package static func isPlain(_ bytes: [UInt8]) -> Bool {
        var isOdd = false
        for byte in bytes {
            let isPrintable = byte &- 0x20 < 0x7F - 0x20
            isOdd = isOdd || !(isPrintable || byte == 0x09 || byte == 0x0A)
        }
        return !isOdd
    }

    /// A piece of text that starts at `position`, cut at the end of its line.
    package func place(_ position: TextPosition, length: Int = 1) -> Diagnostic.Place {
        let line = lines.indices.contains(position.line - 1) ? String(lines[position.line - 1]) : ""
        return Diagnostic.Place(position: position, length: max(1, length), line: line)
    }

    /// A piece of this file, as a diagnostic shows it.
    package func place(_ span: YAMLSpan) -> Diagnostic.Place {
        place(span.position, length: span.length)
    }

    package func diagnostic(
        _ message: String, at position: TextPosition, length: Int = 1, remedy: String? = nil
    ) -> Diagnostic {
        Diagnostic(
            file: path, place: place(position, length: length), message: message, remedy: remedy)
    }

    /// Characters that editors and YAML count as line ends differently, or not at all.
    private func refuseOddCharacters() throws(DiagnosedError) {
        for (at, line) in lines.enumerated() {
            for (offset, scalar) in line.unicodeScalars.enumerated() {
                guard let name = Self.oddName(scalar) else { continue }
                throw DiagnosedError(
                    diagnostic(
                        "expected plain text, found \(name)",
                        at: TextPosition(line: at + 1, column: offset + 1),
                        remedy: "save the file as UTF-8 without it"))
            }
        }
    }

    private static func oddName(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x09: nil
        case 0x0D: "a carriage return inside a line"
        case 0x00...0x1F, 0x7F...0x84, 0x86...0x9F:
            "the control character \(scalar.codePoint)"
        case 0x85, 0x2028, 0x2029: "the line separator \(scalar.codePoint)"
        case 0xFEFF: "a byte order mark"
        case 0xFFFE, 0xFFFF: "\(scalar.codePoint), which is not a character"
        default: nil
        }
    }

    private static func invalidUTF8(path: String, bytes: [UInt8]) -> Diagnostic {
        var decoder = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var line = 1
        var lineText = ""
        var column = 1
        scan: while true {
            switch decoder.parseScalar(from: &iterator) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                if scalar == "\n" {
                    line += 1
                    column = 1
                    lineText = ""
                } else {
                    column += 1
                    lineText.unicodeScalars.append(scalar)
                }
            case .error, .emptyInput: break scan
            }
        }
        return Diagnostic(
            file: path,
            place: .init(
                position: TextPosition(line: line, column: column), length: 1,
                line: lineText + "\u{FFFD}"),
            message: "expected UTF-8, found another byte",
            remedy: "save the file as UTF-8")
    }
}

/// What git leaves in a file when both sides of a merge have changed the same lines.
package enum MergeConflict {
    private static let markLength = 7

    /// The mistake that names the first mark; nil if there is none.
    ///
    /// A mark is seven or more of one sign at the start of a line, followed by a space or nothing. Neither JSON nor our own
    /// files have such a line.
    package static func mistake(in bytes: [UInt8], at path: String) -> Diagnostic? {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let at = lines.firstIndex(where: isMark) else { return nil }
        let mark = String(decoding: lines[at].prefix(markLength), as: UTF8.self)
        return Diagnostic(
            file: path,
            place: Diagnostic.Place(
                position: TextPosition(line: at + 1, column: 1), length: markLength, line: mark),
            message: "expected a file without a merge conflict, found git's marks",
            remedy: "take one side, or the right lines of both, and remove the lines with the marks"
        )
    }

    private static func isMark(_ line: ArraySlice<UInt8>) -> Bool {
        guard let sign = line.first, "<|=>".utf8.contains(sign) else { return false }
        let rest = line.drop { $0 == sign }
        return line.count - rest.count >= markLength && [nil, 0x20, 0x0D].contains(rest.first)
    }
}

/// A diagnostic on its way to the list of all.
package struct DiagnosedError: Error, Equatable {
    package let diagnostics: [Diagnostic]

    package init(_ diagnostic: Diagnostic) { diagnostics = [diagnostic] }
    package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
