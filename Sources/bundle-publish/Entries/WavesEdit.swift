import BundleFormat
import TUF

/// Changes who follows a rollout that is under way; since when it is offered stays.
struct WavesEdit: EntryEdit {
    /// What becomes of the rollout.
    enum Change: Equatable {
        /// Everyone follows now.
        case all
        /// No further wave comes; machines whose wave has begun stay invited.
        case stop
        /// Other waves, counted from the publication.
        case waves([Rollout.Wave])
    }

    let year: BundleYear
    let change: Change
    /// Another longest wait before a download, in seconds; nil leaves it.
    var holdOffSeconds: Int?

    func revision(of live: LiveEntries) throws(PublishError) -> EntryRevision {
        let entry = try live.entry(year)
        let seconds =
            live.now.unixSeconds
            - (UTCTime(entry.custom.published)?.unixSeconds ?? live.now.unixSeconds)
        let rollout = try rollout(entry.custom.rollout, secondsSincePublished: seconds)
        guard rollout != entry.custom.rollout else { return EntryRevision() }
        return EntryRevision(bundles: [
            year: entry.signed(
                published: entry.custom.published, rollout: rollout,
                recalled: entry.custom.recalled, rolledBack: entry.custom.rolledBack)
        ])
    }

    /// The rollout after the change; nil for everyone at once.
    func rollout(
        _ old: Rollout?, secondsSincePublished seconds: Int64
    ) throws(PublishError) -> Rollout? {
        let holdOff = holdOffSeconds ?? old?.holdOffSeconds ?? 0
        switch change {
        case .all: return try Self.rollout([], holdOff)
        case .waves(let given): return try Self.rollout(given, holdOff)
        case .stop:
            let stopped = try stopped(old, seconds)
            return try Self.rollout(stopped.waves, holdOff, stopped.stoppedSeconds)
        }
    }

    private func stopped(_ old: Rollout?, _ seconds: Int64) throws(PublishError) -> Rollout {
        if let stopped = old?.stopped(secondsSincePublished: seconds) { return stopped }
        // All waves have begun: the rest of the machines, if there is one, never follows anyway.
        if let old, let last = old.waves.last, last.percent < 100 { return old }
        throw .failed(
            "\(year): expected a wave that is still to come, found that everyone follows",
            remedy: "bundle-publish rollback \(year) takes the content back from everyone; where "
                + "nothing was live before it: bundle-publish recall \(year) VERSION --to embedded")
    }

    /// A rollout; nil for everyone at once.
    static func rollout(
        _ waves: [Rollout.Wave], _ holdOffSeconds: Int, _ stoppedSeconds: Int? = nil
    ) throws(PublishError) -> Rollout? {
        guard !waves.isEmpty || holdOffSeconds > 0 else { return nil }
        let rollout = Rollout(
            waves: waves, holdOffSeconds: holdOffSeconds, stoppedSeconds: stoppedSeconds)
        guard let rollout else {
            throw .failed(
                "waves: expected at most \(Rollout.wavesMax), each later and greater than the one "
                    + "before, and a hold-off of at most a day",
                remedy: "for example --waves 10%:0h,50%:2h,100%:6h --hold-off 10m")
        }
        return rollout
    }
}
