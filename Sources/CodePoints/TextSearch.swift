extension String {
    /// Whether a text stands in this one, code point by code point.
    ///
    /// Embedded Swift has no search for texts.
    ///
    /// - Parameter part: the text to find.
    /// - Returns: whether it is there; an empty text always is.
    package func hasPart(_ part: String) -> Bool {
        var (text, part) = (self, part)
        return text.withUTF8 { text in
            part.withUTF8 { part in
                guard part.count <= text.count else { return false }
                for start in 0...(text.count - part.count) {
                    var at = 0
                    while at < part.count, text[start + at] == part[at] { at += 1 }
                    if at == part.count { return true }
                }
                return false
            }
        }
    }
}
