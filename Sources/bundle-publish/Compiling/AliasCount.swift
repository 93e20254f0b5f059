import JSON

/// Counts what may be aliases before the YAML library sees the text.
///
/// The library expands an alias in a key while it looks for duplicate keys, so a text of a few lines
/// ("billion laughs") would keep it busy for hours. Counting is enough: the few that are let through
/// cost nothing and are then refused where they stand.
enum AliasCount {
    /// Refuses a text with more than ``PublishLimits/yamlAliasesMax``.
    ///
    /// - Parameter source: the file.
    /// - Throws: a ``DiagnosedError`` at the first one too many.
    static func refuseMany(in source: SourceText) throws(DiagnosedError) {
        var count = 0
        for (at, line) in source.lines.enumerated() where line.utf8.contains(UInt8(ascii: "*")) {
            // Where nothing but an indicator or space stands before it, `*name` is an alias.
            var atStart = true
            var column = 0
            var previousIsStar = false
            for scalar in line.unicodeScalars {
                column += 1
                if previousIsStar, isName(scalar) {
                    count += 1
                    guard count <= PublishLimits.yamlAliasesMax else {
                        throw DiagnosedError(
                            source.diagnostic(
                                "expected no aliases, found more than "
                                    + "\(PublishLimits.yamlAliasesMax)",
                                at: TextPosition(line: at + 1, column: column - 1),
                                remedy: "anchors and aliases (& and *) are not read: "
                                    + "write the value out"))
                    }
                }
                previousIsStar = scalar == "*" && atStart
                if scalar == "#", atStart { break }
                if !" \t".unicodeScalars.contains(scalar) {
                    atStart = "-?:,[{".unicodeScalars.contains(scalar)
                }
            }
        }
    }

    /// What the library takes as part of an anchor's name.
    private static func isName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }
}
