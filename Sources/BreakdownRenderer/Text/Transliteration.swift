import CEL

/// The ASCII form of characters beyond ASCII.
enum Transliteration {
    /// The nearest ASCII: a sign's ASCII form, a letter without its accent, or `?`.
    ///
    /// - Parameter scalar: a code point beyond ASCII that is not a combining mark.
    /// - Returns: one or more ASCII characters.
    static func ascii(_ scalar: Unicode.Scalar) -> String {
        if let icon = icons.last(where: { $0.scalar == scalar }) { return icon.ascii }
        if let sign = signs.first(where: { $0.scalar == scalar }) { return sign.ascii }
        let offset = Int(scalar.value) - 0xC0
        return letters.indices.contains(offset) ? letters[offset] : "?"
    }

    private typealias Form = (scalar: Unicode.Scalar, ascii: String)

    private static let icons: [Form] = Icon.allCases.flatMap { icon in
        icon.character.unicodeScalars.map { ($0, icon.ascii) }
    }

    private static let signs: [Form] = [
        ("\u{A0}", " "), ("\u{202F}", " "), ("\u{2009}", " "), ("\u{3000}", " "), ("¡", "!"),
        ("¢", "c"), ("£", "GBP"), ("¥", "JPY"), ("€", "EUR"), ("©", "(c)"), ("®", "(R)"),
        ("™", "(TM)"), ("«", "<<"), ("»", ">>"), ("°", "deg"), ("±", "+/-"), ("²", "2"), ("³", "3"),
        ("¹", "1"), ("¼", "1/4"), ("½", "1/2"), ("¾", "3/4"), ("¿", "?"), ("µ", "u"), ("—", "--"),
        ("―", "--"), ("‐", "-"), ("‑", "-"), ("‒", "-"), ("−", "-"), ("‘", "'"), ("’", "'"),
        ("‚", "'"), ("“", "\""), ("”", "\""), ("„", "\""), ("•", "*"), ("≤", "<="), ("≥", ">="),
        ("≠", "!="), ("≈", "~"), ("⇒", "=>"), ("✔", "Y"), ("✘", "N"), ("▲", "^"), ("▼", "v"),
        ("◀", "<"), ("▶", ">"), ("☆", "*"), ("◆", "*"), ("◇", "o"),
    ]

    /// U+00C0 to U+017F in order.
    private static let letters: [String] = """
        A A A A A A AE C E E E E I I I I D N O O O O O x O U U U U Y TH ss \
        a a a a a a ae c e e e e i i i i d n o o o o o / o u u u u y th y \
        A a A a A a C c C c C c C c D d D d E e E e E e E e E e G g G g G g G g H h H h \
        I i I i I i I i I i IJ ij J j K k q L l L l L l L l L l N n N n N n 'n N n \
        O o O o O o OE oe R r R r R r S s S s S s S s T t T t T t U u U u U u U u U u U u \
        W w Y y Y Z z Z z Z z s
        """.pieces(between: " ")
}
