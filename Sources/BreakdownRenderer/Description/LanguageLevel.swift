/// The levels of the description language: what each level added.
///
/// Content lives longer than programs. A description says which level it needs. So a program of a
/// lower level knows that it needs an update, and does not take the description for a broken one.
/// If you add something to the language, add it here with the next level. Everything that is not
/// listed belongs to level 1.
public enum LanguageLevel {
    /// An addition that a description may use.
    enum Feature: Equatable, Sendable {
        /// A function that expressions may call.
        case function(String)
        /// A key of a description, a table, a row or a note.
        case key(String)
        /// A value of `kind`.
        case kind(String)
        /// A sign with an ASCII form.
        case sign(Unicode.Scalar)
    }

    /// The levels that this build reads.
    public static let levels = 1...2

    /// The additions after level 1, each with its level.
    ///
    /// A list, because the type of a dictionary costs a start a twentieth of its instructions.
    static let added: [(feature: Feature, level: Int)] = [(.function("ordinal"), 2)]

    /// Whether there are other additions than functions; only then are keys, kinds and signs looked
    /// up.
    static let hasOthers = added.contains {
        if case .function = $0.feature { false } else { true }
    }

    /// The lowest level that has an addition.
    static func level(of feature: Feature) -> Int {
        added.first { $0.feature == feature }?.level ?? levels.lowerBound
    }
}
