/// One thing that an author, a publisher, a thief or a machine does.
///
/// A step names seasons by their year and contents by small numbers. Where a step makes no sense it does nothing; so any
/// part of a history is a history.
struct Step: Equatable, Sendable {
    /// Who does it.
    enum Actor: Equatable, Sendable {
        /// The checkout with all keys.
        case main
        /// A colleague's checkout with the online key.
        case laptop
        /// A fresh clone of a commit of the main checkout, so many commits ago, with the online key in the environment.
        case ci(Int)
        /// The home that publishes the folder of the main checkout into the beta.
        case beta
    }

    /// How a command is run.
    enum Way: Equatable, Sendable {
        case plain
        /// Killed after so many of its writes.
        case crash(Int)
        /// While another publisher is at work.
        case locked
    }

    /// What is done; the arguments follow each.
    enum Verb: String, CaseIterable, Sendable {
        // Authors: year content; year; year; –; deed year content [content].
        case edit, spoil, remove, commit, hand, handLate = "hand-late"
        /// Both checkouts commit, and git merges them.
        case meet
        // Publishers: options; year [content]; year content|shown previous|embedded|content; year content; year waves.
        case publish, rollback, recall, lift, waves
        case pull, refresh, promote, prune, rotate
        /// The root is made in the home alone.
        case rotateAlone = "rotate-alone"
        case addRoot = "add-root", removeRoot = "remove-root", renewRoot = "renew-root", threshold
        /// The memory of the home is lost.
        case loseSeen = "lose-seen"
        // The directory: what a thief signs; what a stranger does; how many states ago.
        case thief, stranger, rewind, restore, restoreAll = "restore-all"
        // Hours; a machine's number and what it does.
        case wait, machine
        // What a situation expects: an exit status; a part of what was printed; a year and a content or `nothing`.
        case ended, says, shows
    }

    var actor = Actor.main
    var way = Way.plain
    var verb: Verb
    var arguments: [String]

    /// A step of the main checkout.
    init(_ verb: Verb, _ arguments: Any...) {
        (self.verb, self.arguments) = (verb, arguments.map { "\($0)" })
    }

    /// An argument as a number.
    func number(_ at: Int) -> Int? { word(at).flatMap { Int($0) } }

    /// An argument.
    func word(_ at: Int) -> String? { arguments.indices.contains(at) ? arguments[at] : nil }

    /// The value of `name=value` among the arguments.
    func option(_ name: String) -> String? {
        arguments.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// The words, as they are typed.
    var text: String {
        var words: [String] = []
        switch actor {
        case .main: break
        case .laptop: words = ["laptop"]
        case .ci(let count): words = ["ci", "\(count)"]
        case .beta: words = ["beta"]
        }
        switch way {
        case .plain: break
        case .crash(let count): words += ["crash", "\(count)"]
        case .locked: words.append("locked")
        }
        return (words + [verb.rawValue] + arguments).joined(separator: " ")
    }

    /// Reads the words; nil where they are no step.
    init?(_ text: String) {
        var words = text.split(separator: " ").map(String.init)[...]
        switch words.first {
        case "laptop": actor = .laptop
        case "beta": actor = .beta
        case "ci": actor = .ci(words.dropFirst().first.flatMap { Int($0) } ?? 0)
        default: break
        }
        words = words.dropFirst(actor == .main ? 0 : actor == .laptop || actor == .beta ? 1 : 2)
        switch words.first {
        case "crash": way = .crash(words.dropFirst().first.flatMap { Int($0) } ?? 0)
        case "locked": way = .locked
        default: break
        }
        words = words.dropFirst(way == .plain ? 0 : way == .locked ? 1 : 2)
        guard let verb = words.first.flatMap({ Verb(rawValue: $0) }) else { return nil }
        (self.verb, arguments) = (verb, Array(words.dropFirst()))
    }

    /// The same step of another actor, or run in another way.
    func by(_ actor: Actor, _ way: Way = .plain) -> Step {
        var step = self
        (step.actor, step.way) = (actor, way)
        return step
    }
}

extension Step {
    /// Courses by their short names.
    static let courses = [
        "all": "all", "slow": "10%:0h,50%:2h,100%:6h", "half": "50%:0h,100%:24h",
        "later": "100%:24h",
    ]
}
