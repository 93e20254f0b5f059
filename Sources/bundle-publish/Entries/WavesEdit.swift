import BundleFormat
import TUF

/// Changes who follows a rollout that is under way; since when it is offered stays.
struct WavesEdit: EntryEdit {
    /// What becomes of the rollout.
    enum Change: Equatable {
        /// Everyone follows now.
        case all
        /// Nobody more than follow now.
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
        let waves: [Rollout.Wave]
        switch change {
        case .all: waves = []
        case .waves(let given): waves = given
        case .stop:
            waves = (old?.waves ?? []).filter { $0.afterSeconds <= seconds }
            guard !waves.isEmpty else {
                throw .failed(
                    "\(year): expected waves of which one has begun, found "
                        + (old?.waves.isEmpty ?? true ? "that everyone follows" : "none yet"),
                    remedy: "bundle-publish rollback \(year) takes the content back from everyone")
            }
        }
        return try Self.rollout(waves, holdOff)
    }

    /// A rollout; nil for everyone at once.
    static func rollout(
        _ waves: [Rollout.Wave], _ holdOffSeconds: Int
    ) throws(PublishError) -> Rollout? {
        guard !waves.isEmpty || holdOffSeconds > 0 else { return nil }
        guard let rollout = Rollout(waves: waves, holdOffSeconds: holdOffSeconds) else {
            throw .failed(
                "waves: expected at most \(Rollout.wavesMax), each later and greater than the one "
                    + "before, and a hold-off of at most a day",
                remedy: "for example --waves 10%:0h,50%:2h,100%:6h --hold-off 10m")
        }
        return rollout
    }
}
