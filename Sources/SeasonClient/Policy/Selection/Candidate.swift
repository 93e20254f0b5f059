import BundleFormat

/// One version that a year could serve, with the finding of every rule.
package struct Candidate: Equatable, Sendable {
    package enum Source: String, CaseIterable, Sendable {
        /// The set in use names it.
        case served
        case offered
        case embedded
        case pinned
        /// An older set that is kept names it.
        case earlier
    }

    /// Nil if the repository offers one that this program cannot read.
    package var version: ContentVersion?
    package var sources: [Source]
    /// When it was published, or embedded; nil if that is not known.
    package var publishedUnixSeconds: Int64?
    package var passed: [Finding.Rule] = []
    /// The findings of the rules that do not allow it, in their order.
    package var failed: [Finding] = []
    package var isChosen = false

    var isAdmissible: Bool { version != nil && failed.isEmpty }

    /// Whether a newer version is the only reason against it.
    var isSecondBest: Bool { version != nil && failed.allSatisfy { $0.rule == .newest } }

    package mutating func add(_ findings: [Finding]) {
        passed += findings.filter { $0.passed }.map { $0.rule }
        failed += findings.filter { !$0.passed }
    }
}

/// What one rule says about one candidate.
package struct Finding: Equatable, Sendable {
    /// The rules, in the order in which they are asked.
    package enum Rule: String, CaseIterable, Sendable {
        /// This program can read it.
        case format
        /// A key that root names now has signed it, or it came with the program.
        case trust
        /// The publisher has not recalled it.
        case recall
        /// It is whole on the disk.
        case whole
        /// The year is not pinned to another version.
        case pin
        case hold
        /// It was not rolled back.
        case rollback
        /// It did not fail before, or may be tried again now.
        case trial
        /// This machine could test it, or may try again now.
        case machine
        /// The wave of this machine has begun.
        case wave
        /// The random wait before a download is over.
        case holdOff = "hold-off"
        /// It is on the disk, or can be downloaded.
        case reach
        /// The disk limit has room for it.
        case room
        /// No other allowed version is newer.
        case newest
    }

    package var rule: Rule
    package var passed: Bool
    /// Why, for people; empty if there is nothing to add.
    package var note = ""
    /// When the rule may change its answer, in seconds since 1970; nil if time alone does not change it.
    package var againUnixSeconds: Int64?
}
