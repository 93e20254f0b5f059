import BundleFormat

/// A bundle that did not pass, with the number of tries and the time of the last one.
package struct Trial: Equatable, Sendable {
    /// What the bundle did not pass.
    package enum Kind: String, Sendable {
        /// Its zip is not what its manifest says.
        case content
        /// The self-test.
        case selfTest = "self-test"
        /// No test: the self-test was killed or crashed on this machine.
        case interruption
    }

    package var version: ContentVersion
    /// The zip that failed; nil if the bundle was on the disk already.
    package var sha256: String?
    package var kind: Kind
    /// The reason, or how the self-test ended, for people.
    package var reason: String
    /// How often it failed, from 1.
    package var count: Int
    package var lastUnixSeconds: Int64
    /// The program that tested it; another program may pass it, or need less memory.
    package var tester: String?

    /// The time when it may be tried again.
    package var againUnixSeconds: Int64 {
        lastUnixSeconds
            + (kind == .interruption
                ? Self.seconds(interruptions: count) : Self.seconds(failures: count))
    }

    /// Whether a version waits for its next try.
    func waits(_ version: ContentVersion, nowUnixSeconds: Int64) -> Bool {
        // If the clock was set back, the wait must not become longer than usual.
        self.version == version && againUnixSeconds > nowUnixSeconds
            && lastUnixSeconds <= nowUnixSeconds
    }

    /// This trial, with a higher count if the same bundle failed in the same way before.
    func counted(after known: Trial?) -> Trial {
        guard let known, known.version == version, known.kind == kind,
            known.sha256 == sha256, kind != .interruption || known.tester == tester
        else { return self }
        var trial = self
        trial.count = known.count &+ 1
        return trial
    }
}
