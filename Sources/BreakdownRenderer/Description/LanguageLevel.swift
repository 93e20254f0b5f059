/// The levels of the description language: what each added to the one before.
///
/// Content outlives programs. A description says which level it needs, so that a program of a lower level
/// knows that it needs an update and does not take the description for a broken one. Whoever adds something
/// to the language adds it here, with the next level; what is not listed belongs to level 1.
public enum LanguageLevel {
    /// Something that a description may use.
    enum Feature: Hashable, Sendable {
        /// A function that expressions may call.
        case function(String)
        /// A key of a description, a table, a row or a note.
        case key(String)
        /// A value of `kind`.
        case kind(String)
        /// A sign with a face in ASCII.
        case sign(Unicode.Scalar)
    }

    /// The levels that this build reads.
    public static let levels = 1...2

    /// What was added after level 1, and by which level.
    static let added: [Feature: Int] = [.function("ordinal"): 2]

    /// Whether a level added signs: texts are looked through only then.
    static let hasAddedSigns = added.keys.contains { feature in
        if case .sign = feature { true } else { false }
    }

    /// The lowest level that has something.
    static func level(of feature: Feature) -> Int { added[feature] ?? levels.lowerBound }
}
