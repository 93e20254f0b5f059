/// What happens to one repository, in its order; a value that can be printed, typed and made shorter.
struct History: Equatable, Sendable {
    /// Decides nothing any more; kept to say where the history came from.
    var seed: UInt64 = 0
    var steps: [Step]

    /// The steps in a line, as `MODEL_HISTORY` takes them.
    var text: String { steps.map(\.text).joined(separator: "; ") }

    /// A history that was made or found.
    init(seed: UInt64 = 0, steps: [Step]) {
        (self.seed, self.steps) = (seed, steps)
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
