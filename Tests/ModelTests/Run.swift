import BundleFormat
import Files

/// Runs one history against the real publisher and real agents, and holds both against the rules.
final class Run {
    let history: History
    let catalogue: Catalogue
    var workshop: Workshop
    var main: Checkout
    /// Nil until it is used.
    var laptop: Checkout?
    var beta: Checkout
    /// The commits of both checkouts, oldest first.
    var commits: [Commit]
    var fleet: Fleet
    /// The thief's copy of the online key of that time.
    var theft: Theft?
    /// Copies of the directory as it was, oldest first; kept if the history restores one.
    var copies: [[String: [UInt8]]] = []
    /// The contents that any signed state has offered: only their zips can be found again.
    var everSigned: [Int: Set<ContentVersion>] = [:]
    /// What machines came with.
    let firstRoot: [UInt8]
    /// What came of the last command.
    var outcome: Workshop.Outcome?
    /// A commit that was not signed: kept to the end, so that it does not hide what comes after it.
    var unsignedCommit: Break?
    /// What was done and seen, for the person who reads a failure.
    private(set) var log: [String] = []

    /// Seconds between two steps.
    static let pace: Int64 = 61
    /// Histories end before root expires.
    static let timeMax: Int64 = Workshop.start + 4 * 365 * 86_400

    /// Makes the place where a history runs; two at once must not share one.
    init(_ history: History, on stage: Stage, in place: String) throws {
        self.history = history
        catalogue = stage.catalogue
        workshop = Workshop(root: try Scratch.folder(place))
        try stage.set(workshop.root)
        main = stage.main.moved(to: "\(workshop.root)/main")
        everSigned = main.seen?.entries.mapValues { [$0.content] } ?? [:]
        beta = stage.beta.moved(to: "\(workshop.root)/beta")
        commits = [main.head].compactMap { $0 }
        firstRoot = main.root
        fleet = Fleet(workshop.root, catalogue)
    }

    deinit { workshop.remove() }

    /// Runs the history to its end.
    func firstBreak() -> Break? {
        do {
            try rememberDirectory()
            for (at, step) in history.steps.enumerated() {
                pass(Self.pace)
                do {
                    try take(step)
                    try rememberDirectory()
                } catch var broken as Break {
                    broken.step = at + 1
                    throw broken
                }
            }
            try quiet()
            return unsignedCommit
        } catch let broken as Break {
            return broken
        } catch {
            return Break(.verifies, "the test itself failed: \(error)")
        }
    }

    func note(_ line: String) { log.append(line) }

    func pass(_ seconds: Int64) {
        workshop.now = min(workshop.now + seconds, Self.timeMax)
    }

    private func take(_ step: Step) throws {
        switch step.verb {
        case .wait: pass(Int64(step.number(0) ?? 1) * 3_600)
        case .thief: try steal(step)
        case .stranger: try damage(step)
        case .rewind, .restore, .restoreAll: try putBack(step)
        case .machine: try act(step)
        case .meet: try meet()
        case .ended, .says, .shows: try expect(step)
        default: try atCheckout(step)
        }
    }

    /// Does a step in the checkout of its actor.
    private func atCheckout(_ step: Step) throws {
        switch step.actor {
        // Copies: a step looks at the other checkouts while it changes its own.
        case .main:
            var checkout = main
            defer { main = checkout }
            try take(step, at: &checkout)
        case .beta:
            var checkout = beta
            defer { beta = checkout }
            try checkout.change { $0 = main.folder }
            checkout.head = main.head
            guard [.publish, .rollback, .recall, .lift].contains(step.verb) else { return }
            try take(step, at: &checkout)
        case .laptop:
            if laptop == nil { try meet() }
            guard var laptop else { return }
            defer { self.laptop = laptop }
            try take(step, at: &laptop)
        case .ci(let count):
            var clone = try clone(count)
            try take(step, at: &clone)
        }
    }

    private func take(_ step: Step, at checkout: inout Checkout) throws {
        switch step.verb {
        case .edit, .spoil, .remove, .commit, .hand, .handLate:
            try author(step, at: &checkout)
        case .loseSeen:
            try Files.removeTree("\(checkout.home)/seen")
            checkout.seen = nil
        default:
            guard case .crash(let count) = step.way else { return try perform(step, at: &checkout) }
            try crash(step, after: count, at: &checkout)
        }
    }

    /// The directory that a checkout publishes into.
    func site(of checkout: Checkout) -> String {
        checkout.path == beta.path ? workshop.betaSite : workshop.site
    }
}
