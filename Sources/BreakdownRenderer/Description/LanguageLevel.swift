/// The levels of the description language: what each added to the previous one.
///
/// Content outlives programs. A description says which level it needs, so that a program of a lower
/// level knows that it needs an update and does not take the description for a broken one. Whoever
/// adds something to the language adds it here, with the next level; what is not listed belongs to
/// level 1.
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

    /// The functions among it, which many expressions are searched for.
    static let addedFunctions: [(name: String, level: Int)] = added.compactMap { feature, level in
        if case .function(let name) = feature { (name, level) } else { nil }
    }

    /// Whether anything but functions was added: keys, kinds and signs are looked up only then.
    static let hasOthers = addedFunctions.count < added.count

    /// The lowest level that has something.
    static func level(of feature: Feature) -> Int {
        switch feature {
        case .function(let name):
            addedFunctions.first { $0.name == name }?.level ?? levels.lowerBound
        case .key, .kind, .sign: hasOthers ? added[feature] ?? levels.lowerBound : levels.lowerBound
        }
    }
}
