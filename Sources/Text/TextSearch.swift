extension String {
    /// Whether a text stands in this one, code point by code point.
    ///
    /// Embedded Swift has no search for texts.
    ///
    /// - Returns: whether it is there; an empty text always is.
    package func hasPart(_ part: String) -> Bool {
        var text = self
        return text.withUTF8 { $0.hasPart(part) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a text stands in these bytes of UTF-8; the standard library's search takes many times as long.
    ///
    /// - Returns: whether it is there; an empty text always is.
    package func hasPart(_ part: String) -> Bool {
        var part = part
        return part.withUTF8 { part in
            guard part.count <= count else { return false }
            for start in 0...(count - part.count) {
                var at = 0
                while at < part.count, self[start + at] == part[at] { at += 1 }
                if at == part.count { return true }
            }
            return false
        }
    }
}
