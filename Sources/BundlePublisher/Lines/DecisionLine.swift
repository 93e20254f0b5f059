import BundleFormat
import TUF

/// One decision about one content of a season: a line of `decisions.txt` without its reason.
package struct DecisionLine: Hashable, Sendable {
    package enum Decision: Hashable, Sendable {
        /// Show this content instead.
        case rollback(to: ContentVersion)
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

    /// The question that a decision answers; of each kind the latest line about a content counts.
    package enum Kind: Hashable, Sendable { case show, recall, rollout }

    package let time: UTCTime
    package let year: BundleYear
    package let version: ContentVersion
    package let decision: Decision

    package var kind: Kind {
        switch decision {
        case .rollback, .again: .show
        case .recall, .lift: .recall
        case .waves, .stop: .rollout
        }
    }

    /// The line as it stands in the file and in signed metadata.
    package var text: String { "\(time) \(year) \(words(\.hex))" }

    /// The decision with versions in this form.
    func words(_ form: (ContentVersion) -> String) -> String {
        switch decision {
        case .rollback(let replacement): "rollback \(form(version)) to \(form(replacement))"
        case .again: "again \(form(version))"
        case .recall: "recall \(form(version))"
        case .lift: "lift \(form(version))"
        case .waves(let setting): "waves \(form(version)) \(setting.text)"
        case .stop: "stop \(form(version))"
        }
    }

    /// The order of the times; lines of one second are ordered by their text, so that the order is the same in every checkout.
    static func isEarlier(_ left: DecisionLine, _ right: DecisionLine) -> Bool {
        left.time == right.time ? left.text < right.text : left.time < right.time
    }
}

/// The waves of a line: `all`, or `10%:0h,100%:1d`, each with ` hold-off 10m` if that changes.
package struct WavesSetting: Hashable, Sendable {
    /// The waves; none if everyone follows at once.
    package let waves: [Rollout.Wave]
    /// Another longest wait before a download, in seconds; nil leaves it as it is.
    package let holdOffSeconds: Int?

    package init(waves: [Rollout.Wave], holdOffSeconds: Int? = nil) {
        (self.waves, self.holdOffSeconds) = (waves, holdOffSeconds)
    }

    /// Reads the words of a line after the version; nil if they are no waves.
    init?(_ words: [String]) {
        guard let first = words.first, words.count == 1 || words.count == 3 else { return nil }
        guard let list = first == "all" ? WaveList([]) : WaveList(first) else { return nil }
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
