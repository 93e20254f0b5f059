import BundleFormat
import SeasonAuthoring
import TUF

/// Compares a checkout with the live state before a command changes what is signed.
///
/// What the checkout lacks must be pulled first, as with `git push`.
struct PublishGuard {
    let live: LiveState
    let decisions: Decisions
    /// The version of the live state that a person wants to go over; nil for none.
    let over: Int64?

    /// Throws if live has a line that the checkout lacks.
    func requireLines() throws(PublishError) {
        guard over != live.version else { return }
        guard let record = live.record else {
            throw behind(
                "expected the record of what is live, found it gone or damaged, so nothing can be compared",
                "a home that has seen it goes on by itself; else, if this checkout is the newest: \(option)"
            )
        }
        let lacking = decisions.lacking(of: record.decisions)
        guard !lacking.isEmpty else { return }
        let isOne = lacking.count == 1
        throw behind(
            "live has \(isOne ? "a decision" : "\(lacking.count) decisions") that this checkout lacks",
            "\(.pull), then do the same again; \(option) drops \(isOne ? "it" : "them")",
            details: lacking.map(\.text))
    }

    /// Throws if the checkout of the folder of seasons may be older than the one that live was published from.
    func requireNewer(
        _ checkout: CheckoutState, given: [BundleYear: StoredZip]
    ) throws(PublishError) {
        guard over != live.version, let record = live.record, let theirs = record.commit
        else { return }
        let id = theirs.id.prefix(12)
        guard let mine = checkout.commit else {
            throw behind(
                "live is of commit \(id), and the folder of seasons is in no checkout",
                "publish from a checkout, or name its commit with --commit and --committed; "
                    + "\(option) goes over it")
        }
        if theirs.id == mine.id {
            guard mine.isDirty || given.mapValues(\.version) == record.given.mapValues(\.version)
            else {
                throw behind(
                    "live is of this very commit \(id) and has other contents, which were not committed",
                    "commit and push them; the same with \(option) takes them back")
            }
            return
        }
        guard checkout.contains(theirs.id) ?? (mine.time >= theirs.time) else {
            throw behind(
                "live is of commit \(id) of \(theirs.time), which this checkout does not contain",
                "git pull; after a force push or a squash: the same with \(option), once")
        }
    }

    private var option: String { "--over \(live.version)" }

    private func behind(
        _ message: String, _ remedy: Advice, details: [String] = []
    ) -> PublishError {
        PublishError(
            "\(live.place): \(message)", kind: .behind, remedy: remedy, details: details)
    }
}
