import BundleFormat
import TUF

/// Compares a checkout with the live state before a command changes what is signed.
///
/// What the checkout lacks must be pulled first, as with `git push`.
struct PublishGuard {
    let live: LiveState
    /// The lines of the checkout.
    let decisions: Decisions
    /// The version of the live state that a person wants to go over; nil for none.
    let over: Int64?

    /// Throws if live has a line that the checkout lacks.
    ///
    /// - Throws: ``PublishError/behind(_:)``; nothing was done.
    func requireLines() throws(PublishError) {
        guard over != live.version else { return }
        guard let record = live.record else { throw behind(.noRecord) }
        let lacking = decisions.lacking(of: record.decisions)
        guard lacking.isEmpty else { throw behind(.lines(lacking)) }
    }

    /// Throws if the checkout of the folder of seasons may be older than the one that live was published from.
    ///
    /// - Throws: ``PublishError/behind(_:)``; nothing was done.
    func requireNewer(
        _ checkout: CheckoutState, given: [BundleYear: StoredZip]
    ) throws(PublishError) {
        guard over != live.version, let record = live.record else { return }
        guard let theirs = record.commit else { return }
        guard let mine = checkout.commit else { throw behind(.noCommit(theirs)) }
        guard theirs.id != mine.id else {
            guard mine.isDirty || given.mapValues(\.version) == record.given.mapValues(\.version)
            else { throw behind(.otherContents(theirs)) }
            return
        }
        let isNewer = checkout.contains(theirs.id) ?? (mine.time >= theirs.time)
        guard isNewer else { throw behind(.commit(theirs)) }
    }

    private func behind(_ reason: Behind.Reason) -> PublishError {
        .behind(Behind(place: live.place, version: live.version, reason: reason))
    }
}

/// What the live state has and the checkout lacks.
package struct Behind: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// Decisions that `pull` adds.
        case lines([DecisionLine])
        /// The live state is of a commit that this checkout does not contain.
        case commit(CheckoutCommit)
        /// The live state is of this commit and has other contents.
        case otherContents(CheckoutCommit)
        /// The live state is of a commit, and the folder is in no checkout.
        case noCommit(CheckoutCommit)
        /// The record of the live state is gone, so nothing can be compared.
        case noRecord
    }

    package let place: String
    /// The version of the live state: what `--over` takes.
    package let version: Int64
    package let reason: Reason
}
