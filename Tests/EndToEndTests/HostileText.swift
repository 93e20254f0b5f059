import Foundation
import TestSupport
import Testing

/// One text with everything that a terminal, a log or a page would obey or hide.
enum HostileText {
    /// As it may stand in a header line or an environment variable.
    static let line =
        "a\u{1B}]0;owned\u{7}\u{1B}[31m\u{9B}2J\u{8}\u{7F}\u{85}\u{202E}\u{2066}\u{200F}\u{2028}\u{2029}"
        + "\u{200B}\u{200D}\u{2060}\u{FEFF}\u{FFF9}\u{206A}\u{E0041}\u{AD}z"
    /// The same with a line that another program could have written.
    static let lines = line + "\nFORGED: line\r\nFORGED"
    /// As the name of a file, which has no slash.
    static let name = "n\u{1B}[31m\u{202E}\u{2028}\u{200B}\nFORGED"

    /// Fails for every character in what a program wrote that a reader would obey, and for a forged line.
    ///
    /// - Parameters:
    ///   - bytes: everything the program wrote.
    ///   - source: what it was, for the failure's message.
    static func requireHarmless(_ bytes: Data, _ source: String) {
        // CSV ends its lines so (RFC 4180 §2.1).
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        for scalar in text.unicodeScalars where isObeyed(scalar) {
            Issue.record(
                "\(source) has U+\(String(scalar.value, radix: 16)) in \(text.debugDescription)")
            return
        }
        let isForged = text.split(separator: "\n").contains { $0.hasPrefix("FORGED") }
        #expect(!isForged, "\(source) has a line from outside: \(text.debugDescription)")
    }

    /// The same for both streams of a program.
    static func requireHarmless(_ result: Program.Result, _ source: String) {
        requireHarmless(Data(result.output.utf8), "\(source), standard output")
        requireHarmless(Data(result.messages.utf8), "\(source), standard error")
        #expect(result.status < 128, "\(source) ended with \(result.status)")
    }

    /// The same for every file below a folder that a program wrote for people or itself.
    static func requireHarmless(filesIn folder: String) throws {
        for case let file as String in FileManager.default.enumerator(atPath: folder) ?? .init() {
            guard [".json", ".jsonl", ".html", ".prom"].contains(where: file.hasSuffix),
                // Signed and compiled files are data; what shows them makes them harmless.
                !file.contains("metadata/"), !file.contains("bundles/")
            else { continue }
            requireHarmless(try Data(contentsOf: URL(filePath: "\(folder)/\(file)")), file)
        }
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: scalar != "\n"
        case .format, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isNoncharacterCodePoint
        }
    }
}
