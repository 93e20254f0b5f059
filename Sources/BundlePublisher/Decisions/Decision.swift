import BundleFormat
import TUF

package struct Decision: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        /// Show this content instead; nil shows none, so that machines show the content inside the program.
        case rollback(to: ContentVersion?)
        /// Show the content itself: ends a rollback.
        case again
        /// No machine may serve the content.
        case recall
        /// Machines may serve it: ends a recall.
        case lift
        /// Its rollout goes on with these waves.
        case waves(WavesSetting)
        /// No machine follows that does not have it yet.
        case stop
    }

    /// The question that a decision answers.
    package enum Kind: Hashable, Sendable { case show, recall, rollout }

    /// What a decision is about: of each kind and content one decision counts.
    package struct Subject: Hashable, Sendable {
        package let year: BundleYear
        package let version: ContentVersion
        package let kind: Kind
    }

    package let year: BundleYear
    package let version: ContentVersion
    package let action: Action

    package init(_ year: BundleYear, _ version: ContentVersion, _ action: Action) {
        (self.year, self.version, self.action) = (year, version, action)
    }

    package var subject: Subject {
        let kind: Kind =
            switch action {
            case .rollback, .again: .show
            case .recall, .lift: .recall
            case .waves, .stop: .rollout
            }
        return Subject(year: year, version: version, kind: kind)
    }

    /// Whether it keeps something from machines; of two decisions of one state, such a one counts.
    var isCautious: Bool {
        switch action {
        case .rollback, .recall, .stop: true
        case .again, .lift, .waves: false
        }
    }

    var versions: [ContentVersion] {
        if case .rollback(let other?) = action { [version, other] } else { [version] }
    }

    /// The decision as signed metadata and `decisions.txt` have it.
    package var text: String { words(\.hex) }

    /// The decision with short versions: `rollback c9e384aa01b2 to afd276aa01b2`.
    package var short: String { words(\.short) }

    private func words(_ form: (ContentVersion) -> String) -> String {
        switch action {
        case .rollback(let other): "rollback \(form(version)) to \(other.map(form) ?? "nothing")"
        case .again: "again \(form(version))"
        case .recall: "recall \(form(version))"
        case .lift: "lift \(form(version))"
        case .waves(let setting): "waves \(form(version)) \(setting.text)"
        case .stop: "stop \(form(version))"
        }
    }

    /// Reads the words of ``text``; nil for others.
    init?(_ year: BundleYear, _ words: [Substring]) {
        guard words.count > 1, let version = ContentVersion(String(words[1])) else { return nil }
        let rest = words.dropFirst(2).map(String.init)
        let action: Action
        switch (words[0], rest.count) {
        case ("rollback", 2) where rest[0] == "to" && rest[1] == "nothing":
            action = .rollback(to: nil)
        case ("rollback", 2) where rest[0] == "to":
            guard let other = ContentVersion(rest[1]) else { return nil }
            action = .rollback(to: other)
        case ("again", 0): action = .again
        case ("recall", 0): action = .recall
        case ("lift", 0): action = .lift
        case ("stop", 0): action = .stop
        case ("waves", _):
            guard let setting = WavesSetting(rest) else { return nil }
            action = .waves(setting)
        default: return nil
        }
        self.init(year, version, action)
    }
}

/// A decision with its reason, and the version of the state that first signed it.
package struct SignedDecision: Hashable, Sendable {
    package let decision: Decision
    package let since: Int64
    /// The reason that was given, one line; empty if there is none.
    package let why: String

    package init(_ decision: Decision, since: Int64, why: String = "") {
        (self.decision, self.since) = (decision, since)
        // A thief may have signed more lines: in `decisions.txt` they would be further decisions.
        self.why = String(
            String.UnicodeScalarView(why.unicodeScalars.map { $0 == "\n" ? " " : $0 }))
    }

    /// Whether it counts instead of another one about the same: the later one does, and within one state the cautious one.
    func counts(over other: SignedDecision) -> Bool {
        if since != other.since { return since > other.since }
        if decision.isCautious != other.decision.isCautious { return decision.isCautious }
        return (decision.text, why) > (other.decision.text, other.why)
    }
}

/// The waves of a decision: `all`, or `10%:0h,100%:1d`, each with ` hold-off 10m` if that changes.
package struct WavesSetting: Hashable, Sendable {
    /// The waves; none if everyone follows at once.
    package let waves: [Rollout.Wave]
    /// Another longest wait before a download, in seconds; nil leaves it as it was when the content began.
    package let holdOffSeconds: Int?

    package init(waves: [Rollout.Wave], holdOffSeconds: Int? = nil) {
        (self.waves, self.holdOffSeconds) = (waves, holdOffSeconds)
    }

    package static let all = WavesSetting(waves: [])

    fileprivate init?(_ words: [String]) {
        guard let first = words.first, words.count == 1 || words.count == 3,
            let list = first == "all" ? WaveList([]) : WaveList(first)
        else { return nil }
        waves = list.waves
        guard words.count == 3 else {
            holdOffSeconds = nil
            return
        }
        guard words[1] == "hold-off", let span = TimeSpan(holdOff: words[2]) else { return nil }
        holdOffSeconds = span.seconds
    }

    var text: String {
        (waves.isEmpty ? "all" : WaveList(waves).text)
            + (holdOffSeconds.map { " hold-off \(TimeSpan(seconds: $0).text)" } ?? "")
    }
}
