import JSON

/// Which machines follow a published bundle, and when; it is signed, so a web server cannot change it.
public struct Rollout: Equatable, Sendable {
    /// A part of all machines that follows from a certain time on.
    public struct Wave: Hashable, Sendable {
        /// The part, from 1 to 100.
        public let percent: Int
        /// Seconds from the bundle's publication to that time, from 0 to a year.
        public let afterSeconds: Int

        /// Describes a wave; ``Rollout/init(waves:holdOffSeconds:)`` checks it.
        public init(percent: Int, afterSeconds: Int) {
            self.percent = percent
            self.afterSeconds = afterSeconds
        }
    }

    /// In their order, each later and greater than the previous one; empty if all follow immediately.
    public let waves: [Wave]
    /// The longest random wait before a download, in seconds from 0 to a day: machines that poll together spread.
    public let holdOffSeconds: Int
    /// Whether the rollout was stopped: a machine that does not have the content yet does not follow.
    public let isStopped: Bool

    /// The largest number of waves in one rollout.
    public static let wavesMax = 32
    /// The longest time to a wave, in seconds: a year.
    public static let afterSecondsMax = 366 * 86_400
    /// The longest wait before a download, in seconds: a day.
    public static let holdOffSecondsMax = 86_400

    /// Makes a rollout; nil if the waves do not rise, or a limit is exceeded.
    public init?(waves: [Wave], holdOffSeconds: Int = 0, isStopped: Bool = false) {
        guard waves.count <= Self.wavesMax, 0...Self.holdOffSecondsMax ~= holdOffSeconds,
            waves.allSatisfy({
                1...100 ~= $0.percent && 0...Self.afterSecondsMax ~= $0.afterSeconds
            }),
            zip(waves, waves.dropFirst()).allSatisfy({
                $0.percent < $1.percent && $0.afterSeconds < $1.afterSeconds
            })
        else { return nil }
        self.waves = waves
        self.holdOffSeconds = holdOffSeconds
        self.isStopped = isStopped
    }

    /// A rollout in one wave that every machine belongs to, at once.
    public static let everyone = Rollout(
        all: [Wave(percent: 100, afterSeconds: 0)], holdOffSeconds: 0, isStopped: false)

    private init(all waves: [Wave], holdOffSeconds: Int, isStopped: Bool) {
        (self.waves, self.holdOffSeconds, self.isStopped) = (waves, holdOffSeconds, isStopped)
    }

    /// The same rollout with its waves, stopped: machines that have the content keep it, no other machine follows.
    public var stopped: Rollout {
        Rollout(
            all: waves.isEmpty ? Self.everyone.waves : waves, holdOffSeconds: holdOffSeconds,
            isStopped: true)
    }

    /// The percentage of all machines that may follow so long after the publication; negative if the clock is behind.
    public func percent(secondsSincePublished: Int64) -> Int {
        if isStopped { return 0 }
        guard !waves.isEmpty else { return 100 }
        return waves.last { $0.afterSeconds <= secondsSincePublished }?.percent ?? 0
    }

    package init(_ cursor: JSONCursor) throws(JSONShapeError) {
        let waves = try cursor.optional("waves")?.elements() ?? []
        let holdOff = try cursor.optional("holdOffSeconds")?.integer(
            in: 0...Int64(Self.holdOffSecondsMax))
        let read = try waves.map { (wave) throws(JSONShapeError) in
            Wave(
                percent: Int(try wave.member("percent").integer(in: 1...100)),
                afterSeconds: Int(
                    try wave.member("afterSeconds").integer(in: 0...Int64(Self.afterSecondsMax))))
        }
        let isStopped = try cursor.optional("stopped")?.bool() ?? false
        let rollout = Self(waves: read, holdOffSeconds: Int(holdOff ?? 0), isStopped: isStopped)
        guard let rollout else {
            throw cursor.mismatch("at most \(Self.wavesMax) waves, each later and greater")
        }
        self = rollout
    }

    package var json: JSON {
        var members = JSONObject()
        if holdOffSeconds > 0 { members["holdOffSeconds"] = .integer(Int64(holdOffSeconds)) }
        if isStopped { members["stopped"] = .bool(true) }
        if !waves.isEmpty {
            members["waves"] = .array(
                waves.map {
                    [
                        "afterSeconds": .integer(Int64($0.afterSeconds)),
                        "percent": .integer(Int64($0.percent)),
                    ]
                })
        }
        return .object(members)
    }
}
