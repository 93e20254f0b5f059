import JSON

/// The course of a rollout: which part of all machines follows, and when.
struct Course: Hashable, Sendable {
    /// A part of all machines, and when it follows.
    struct Wave: Hashable, Sendable {
        var percent: Int
        var seconds: Int64
    }

    /// Empty for everyone at once.
    var waves: [Wave] = []
    var holdOffSeconds: Int64 = 0
    var isStopped = false

    /// Everyone follows at once.
    static let everyone = Course()

    /// The same course, where no other machine follows.
    var stopped: Course {
        var course = self
        course.isStopped = true
        return course
    }

    /// Makes a course.
    init(waves: [Wave] = [], holdOffSeconds: Int64 = 0) {
        (self.waves, self.holdOffSeconds) = (waves, holdOffSeconds)
    }

    /// Reads `10%:0h,100%:1d hold-off 10m`; nil where it is none.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard let first = words.first else { return nil }
        for part in first == "all" ? [] : first.split(separator: ",") {
            let halves = part.split(separator: ":")
            guard halves.count == 2, halves[0].last == "%", let percent = Int(halves[0].dropLast()),
                let seconds = Self.seconds(halves[1])
            else { return nil }
            waves.append(Wave(percent: percent, seconds: seconds))
        }
        guard words.count > 1 else { return }
        guard words.count == 3, words[1] == "hold-off", let wait = Self.seconds(words[2]) else {
            return nil
        }
        holdOffSeconds = wait
    }

    /// Reads the `rollout` member of signed metadata.
    init(_ json: JSON?) {
        waves = (json?["waves"]?.arrayValue ?? []).map {
            Wave(
                percent: Int($0["percent"]?.integerValue ?? 0),
                seconds: $0["afterSeconds"]?.integerValue ?? 0)
        }
        holdOffSeconds = json?["holdOffSeconds"]?.integerValue ?? 0
        isStopped = json?["stopped"]?.boolValue ?? false
    }

    /// As it is typed.
    var text: String {
        (waves.isEmpty
            ? "all"
            : waves.map { "\($0.percent)%:\($0.seconds / 3_600)h" }.joined(separator: ","))
            + (holdOffSeconds > 0 ? " hold-off \(holdOffSeconds / 60)m" : "")
    }

    /// Whether what is signed is this course; of a stopped one only that it is stopped.
    func isSigned(as signed: Course) -> Bool {
        isStopped ? signed.isStopped : self == signed
    }

    private static func seconds(_ text: Substring) -> Int64? {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()) else {
            return nil
        }
        return count * unit
    }
}
