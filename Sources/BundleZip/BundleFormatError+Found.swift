import BundleFormat

extension BundleFormatError {
    /// `subject: expected …, found …`.
    package static func wrong(
        _ subject: String, expected: String, found: String
    ) -> BundleFormatError {
        BundleFormatError(subject: subject, problem: "expected \(expected), found \(found)")
    }
}

/// A name from an archive or a disk in the form for messages: at most 60 characters of ASCII, in quotes.
package func shownName(_ name: some Sequence<UInt8>) -> String {
    let plain = name.prefix(60).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
    return "\"\(String(decoding: plain, as: UTF8.self))\""
}
