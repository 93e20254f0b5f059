import BundleFormat

/// One thing that happens to a repository; it can be printed, typed and left out.
struct Step: Equatable, Sendable {
    enum Verb: String, CaseIterable {
        /// Another content of a season is committed.
        case edit
        /// A season's folder is removed, and that is committed.
        case remove
        /// The laptop's checkout gets the commits of the other one.
        case pull
        case publish, rollback, again, recall, lift, waves, refresh
        /// An older copy of the directory is put back: so many commands.
        case restore
        /// The online key is replaced, both homes get it, and all is published.
        case rotate
        /// A publish or a decision is killed before its timestamp, after so many files.
        case kill
        /// A thief signs an empty state with a superseded key and replaces the live state by it.
        case steal
    }

    let verb: Verb
    /// Whether the laptop does it.
    var isLaptop = false
    /// Which season, content, course or copy: each verb takes what it needs of it.
    var choices: [Int] = []

    func choice(_ at: Int) -> Int { choices.indices.contains(at) ? choices[at] : 0 }

    var year: Int { 2024 + choice(0) % 2 }

    var text: String {
        ([verb.rawValue, isLaptop ? "laptop" : "main"] + choices.map(\.description))
            .joined(separator: " ")
    }

    /// Reads a step; nil where it is none.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count >= 2, let verb = Verb(rawValue: String(words[0])) else { return nil }
        self.verb = verb
        isLaptop = words[1] == "laptop"
        choices = words.dropFirst(2).compactMap { Int($0) }
    }

    /// Draws a step.
    init(by random: inout SplitMix) {
        let weights: [(Verb, Int)] = [
            (.edit, 5), (.remove, 1), (.pull, 3), (.publish, 7), (.rollback, 4), (.again, 2),
            (.recall, 3), (.lift, 2), (.waves, 3), (.refresh, 1), (.restore, 1), (.rotate, 1),
            (.kill, 2), (.steal, 2),
        ]
        var draw = random.number(below: weights.reduce(0) { $0 + $1.1 })
        verb =
            weights.first {
                draw -= $0.1; return draw < 0
            }?.0 ?? .publish
        isLaptop = random.number(below: 3) == 0
        choices = (0..<4).map { _ in random.number(below: 8) }
    }
}

/// A generator whose numbers follow from its seed.
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func number(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((word ^ (word >> 31)) % UInt64(limit))
    }
}

/// What happens to one repository, in its order.
struct History: Equatable, Sendable {
    /// Decides nothing any more; kept to say where the history came from.
    var seed: UInt64 = 0
    var steps: [Step]

    /// The steps in a line, as `MODEL_HISTORY` takes them.
    var text: String { steps.map(\.text).joined(separator: "; ") }

    init(seed: UInt64 = 0, steps: [Step]) { (self.seed, self.steps) = (seed, steps) }

    /// Draws a history.
    init(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let count = 4 + random.number(below: 12)
        self.init(seed: seed, steps: (0..<count).map { _ in Step(by: &random) })
    }

    /// Reads a line of steps; nil where one is none.
    init?(_ text: String) {
        steps = []
        for words in text.split(separator: ";") {
            guard let step = Step(String(words)) else { return nil }
            steps.append(step)
        }
    }
}
