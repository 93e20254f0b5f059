import BundleFormat
import TUF

/// One version that a year could serve, and what every rule says of it.
package struct Candidate: Equatable, Sendable {
    /// Where a version is known from.
    package enum Source: String, CaseIterable, Sendable {
        /// The set in use names it.
        case served
        /// The repository offers it.
        case offered
        /// It is inside the program.
        case embedded
        /// Somebody pinned the year to it.
        case pinned
        /// An older set that is kept names it.
        case earlier
    }

    /// Nil where the repository has something that this program cannot even name.
    package var version: ContentVersion?
    package var sources: [Source]
    /// When it was published, or embedded; nil where that is not known.
    package var publishedUnixSeconds: Int64?
    /// The rules that let it pass, in the order they were asked.
    package var passed: [Finding.Rule] = []
    /// The rules that do not, likewise.
    package var failed: [Finding] = []
    /// Whether it is what the year serves once the plan is carried out.
    package var isChosen = false

    /// A version that no rule was asked about yet, unless findings are given.
    package init(
        version: ContentVersion? = nil, sources: [Source], publishedUnixSeconds: Int64? = nil,
        passed: [Finding.Rule] = [], failed: [Finding] = [], isChosen: Bool = false
    ) {
        self.version = version
        self.sources = sources
        self.publishedUnixSeconds = publishedUnixSeconds
        self.passed = passed
        self.failed = failed
        self.isChosen = isChosen
    }

    /// Whether every rule lets it be served.
    package var isAdmissible: Bool { version != nil && failed.isEmpty }

    /// Whether nothing stands against it but a newer one.
    package var isSecondBest: Bool { version != nil && failed.allSatisfy { $0.rule == .newest } }

    /// Adds what rules say.
    package mutating func add(_ findings: [Finding]) {
        passed += findings.filter(\.passed).map(\.rule)
        failed += findings.filter { !$0.passed }
    }
}

/// What one rule says of one candidate.
package struct Finding: Equatable, Sendable {
    /// The rules, in the order they are asked.
    package enum Rule: String, CaseIterable, Sendable {
        /// This program can read it.
        case format
        /// A key that root names now has signed it, or it came with the program.
        case trust
        /// The publisher has not taken it away.
        case recall
        /// It is whole on the disk.
        case whole
        /// Nobody pinned the year to another.
        case pin
        /// Nobody asked that nothing changes.
        case hold
        /// Nobody went back from it.
        case rollback
        /// It has not failed before, or may be tried again.
        case trial
        /// This machine was able to test it, or tries again by now.
        case machine
        /// This machine's part of all machines has its turn.
        case wave
        /// The random wait before a download is over.
        case holdOff = "hold-off"
        /// It is here, or can be fetched.
        case reach
        /// The disk limit has room for it.
        case room
        /// No other that every rule lets pass is newer.
        case newest
    }

    package var rule: Rule
    package var passed: Bool
    /// Why, for people; empty where there is nothing to add.
    package var note = ""
    /// When the rule may say something else, in seconds since 1970; nil where time alone changes nothing.
    package var againUnixSeconds: Int64?

    /// What a rule says.
    package init(
        rule: Rule, passed: Bool, note: String = "", againUnixSeconds: Int64? = nil
    ) {
        self.rule = rule
        self.passed = passed
        self.note = note
        self.againUnixSeconds = againUnixSeconds
    }
}

extension Finding {
    /// What the rule says, and when it may say something else.
    package var sentence: String {
        guard let again = againUnixSeconds.map({ "\(UTCTime(unixSeconds: $0))" }) else {
            return note
        }
        switch rule {
        case .wave: return "its wave reaches this machine at \(again) (\(note))"
        case .holdOff: return "it is fetched after \(again), \(note)"
        default: return "\(note); tried again after \(again)"
        }
    }
}
