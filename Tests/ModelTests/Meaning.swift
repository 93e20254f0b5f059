/// What the publisher means: a small plain model, made of the promises and not of the code.
///
/// It follows commands that have succeeded, and nothing else.
struct Meaning: Equatable {
    /// What a season is offered as.
    struct Offer: Equatable {
        var content: Int
        /// When it became what is offered, in seconds since 1970.
        var published: Int64
        /// Percent of all machines, and hours after ``published``; empty for everyone at once.
        var course: [Wave] = []
        /// Since when nobody more follows.
        var stoppedAt: Int64?
        /// How long a machine may wait before it downloads, in seconds.
        var holdOffSeconds: Int64 = 0
    }

    /// A part of all machines, and when it follows.
    struct Wave: Equatable {
        var percent: Int
        var hours: Int
    }

    /// What is offered, by season.
    var offers: [Int: Offer] = [:]
    /// What no machine may serve, until it is lifted.
    var recalled: [Int: Set<Int>] = [:]
    /// What the thief's recalls name that we do not have: taken over, until they are lifted.
    var stolenRecalls: [Int: Set<Int>] = [:]
    /// What we have recalled while a thief signed: later it may be served or not.
    var blindRecalls: [Int: Set<Int>] = [:]
    /// Seasons that commands were about while a thief signed: what they did then is not foreseen.
    var unsure: Set<Int> = []
    /// The stopped rollouts of seasons that were left out of a publish: they are still stopped when their season comes back.
    var leftOut: [Int: Offer] = [:]
    /// What seasons showed that were left out: what was rolled back beside it stays so when it comes back.
    var shownBefore: [Int: Int] = [:]
    /// Seasons that were left out while a stop was signed of them that may be another checkout's: it holds or not.
    var strayed: Set<Int> = []
    /// What is not offered again by itself.
    var rolledBack: [Int: Set<Int>] = [:] {
        didSet { onceRolledBack.merge(rolledBack) { $0.union($1) } }
    }
    /// What was ever gone back from; once its season is offered nowhere, the home may still ask for `--again`.
    private(set) var onceRolledBack: [Int: Set<Int>] = [:]
    /// Everything that was ever offered.
    var past: [Int: Set<Int>] = [:]
    /// What the beta offers.
    var beta: [Int: Int] = [:]

    /// How far a theft has come.
    enum Theft: Equatable {
        case none
        /// The thief has a key that counts, and has used it: nothing is promised just now.
        case running
        /// His key was replaced, and our seasons were published since.
        case over
    }

    var theft = Theft.none
    /// Whether what lies in the repository was not signed by a key that counts: the thief wrote it after
    /// his key was replaced, or a publish was killed between the root and the timestamp.
    var isTorn = false
    /// Whether no key at all has signed the timestamp that lies in the repository.
    var isGarbled = false
    /// Whether the online key was replaced, and nothing was published since.
    var awaitsPublish = false
    /// Whether something was decided since then that the next publish signs.
    var hasDecidedBetweenKeys = false

    /// Whether what a machine sees is what the publisher means.
    var counts: Bool { theft != .running && !isTorn }

    func isRecalled(_ year: Int, _ content: Int) -> Bool {
        recalled[year]?.contains(content) == true
    }

    /// Whether `publish` may refuse a content, or leave its season as it is.
    func mayBeRefused(_ year: Int, _ content: Int) -> Bool {
        isRecalled(year, content) || stolenRecalls[year]?.contains(content) == true
    }

    func isRolledBack(_ year: Int, _ content: Int) -> Bool {
        rolledBack[year]?.contains(content) == true
    }
}
