import BundleFormat
import TUF

/// Changes who follows a rollout.
///
/// The time of publication stays.
package struct WavesEdit: EntryEdit {
    /// A change of the rollout.
    package enum Change: Equatable {
        /// Everyone follows now.
        case all
        /// Machines that have the content keep it, nobody else follows.
        case stop
        /// Other waves, counted from the publication.
        case waves([Rollout.Wave])
    }

    package let year: BundleYear
    package let change: Change
    /// Another longest wait before a download, in seconds; nil leaves it.
    package var holdOffSeconds: Int?

    /// Describes the change.
    package init(
        year: BundleYear, change: Change, holdOffSeconds: Int? = nil
    ) {
        self.year = year
        self.change = change
        self.holdOffSeconds = holdOffSeconds
    }

    package func revision(of live: LiveEntries) throws(PublishError) -> EntryRevision {
        let entry = try live.entry(year)
        if change == .stop, entry.custom.rollout?.waves.isEmpty ?? true {
            guard !entry.custom.recalled.contains(entry.custom.version) else {
                throw .season(.nobodyFollows(year))
            }
            throw everyoneFollows(try takingBack(entry, live))
        }
        let rollout = try rollout(after: entry.custom.rollout)
        func signed(_ rollout: Rollout?) -> PublishedBundle {
            entry.signed(
                published: entry.custom.published, rollout: rollout,
                recalled: entry.custom.recalled, rolledBack: entry.custom.rolledBack)
        }
        guard rollout != entry.custom.rollout else {
            // Any other rollout shows that this one is wanted.
            let other = rollout == nil ? Rollout(waves: [], holdOffSeconds: 1) : nil
            return EntryRevision(affirmed: [year: signed(other).custom])
        }
        return EntryRevision(bundles: [year: signed(rollout)])
    }

    /// The rollout after the change; nil for everyone at once.
    package func rollout(after old: Rollout?) throws(PublishError) -> Rollout? {
        let holdOff = holdOffSeconds ?? old?.holdOffSeconds ?? 0
        switch change {
        case .all: return try Self.rollout([], holdOff)
        case .waves(let given): return try Self.rollout(given, holdOff)
        case .stop:
            guard let old, !old.waves.isEmpty else { throw everyoneFollows() }
            guard !old.isStopped else { return old }
            return try Self.rollout(old.waves, holdOff)?.stopped
        }
    }

    private func everyoneFollows(_ takingBack: SeasonProblem.TakingBack? = nil) -> PublishError {
        .season(.everyoneFollows(year, takingBack))
    }

    /// What takes the content back from everyone.
    ///
    /// A rollback needs an earlier content that may be offered. If there is none, a recall makes machines
    /// show the bundle inside the program.
    private func takingBack(
        _ entry: PublishedBundle, _ live: LiveEntries
    ) throws(PublishError) -> SeasonProblem.TakingBack {
        let place = live.destination.name
        return try live.hasEarlier(year, than: entry)
            ? .rollback(place: place) : .recall(entry.custom.version, place: place)
    }

    /// A rollout; nil for everyone at once.
    package static func rollout(
        _ waves: [Rollout.Wave], _ holdOffSeconds: Int
    ) throws(PublishError) -> Rollout? {
        guard !waves.isEmpty || holdOffSeconds > 0 else { return nil }
        guard let rollout = Rollout(waves: waves, holdOffSeconds: holdOffSeconds) else {
            throw .season(.unusableWaves)
        }
        return rollout
    }
}
