import BundleFormat
import TUF

/// What a publisher decided about one content of a season.
struct Decision: Hashable, Sendable {
    /// What is decided.
    enum Deed: Hashable, Sendable {
        case rollback(to: ContentVersion)
        case again, recall, lift, stop
        case waves(Course)
    }

    /// Decisions of one kind replace each other.
    enum Kind { case show, recall, rollout }

    var year: Int
    var content: ContentVersion
    var deed: Deed

    var kind: Kind {
        switch deed {
        case .rollback, .again: .show
        case .recall, .lift: .recall
        case .waves, .stop: .rollout
        }
    }
}

/// A decision with its time: one line of `decisions.txt`.
struct Line: Hashable, Sendable {
    var time: Int64
    var decision: Decision

    /// A line that is made by hand.
    init(_ time: Int64, _ decision: Decision) { (self.time, self.decision) = (time, decision) }

    /// Reads a line; nil where it is none.
    init?(_ text: String) {
        let words = text.prefix { $0 != "#" }.split { $0.isWhitespace }.map(String.init)
        guard words.count >= 4, let time = UTCTime(words[0])?.unixSeconds, let year = Int(words[1]),
            let content = ContentVersion(words[3])
        else { return nil }
        let deed: Decision.Deed
        switch (words[2], words.dropFirst(4).first) {
        case ("again", nil): deed = .again
        case ("recall", nil): deed = .recall
        case ("lift", nil): deed = .lift
        case ("stop", nil): deed = .stop
        case ("rollback", "to"?):
            guard words.count == 6, let target = ContentVersion(words[5]) else { return nil }
            deed = .rollback(to: target)
        case ("waves", _?):
            guard let course = Course(words.dropFirst(4).joined(separator: " ")) else { return nil }
            deed = .waves(course)
        default: return nil
        }
        self.init(time, Decision(year: year, content: content, deed: deed))
    }

    /// The line as a person types it.
    var text: String {
        let start = "\(UTCTime(unixSeconds: time)) \(decision.year)"
        return switch decision.deed {
        case .rollback(let target): "\(start) rollback \(decision.content) to \(target)"
        case .again: "\(start) again \(decision.content)"
        case .recall: "\(start) recall \(decision.content)"
        case .lift: "\(start) lift \(decision.content)"
        case .stop: "\(start) stop \(decision.content)"
        case .waves(let course): "\(start) waves \(decision.content) \(course.text)"
        }
    }
}
