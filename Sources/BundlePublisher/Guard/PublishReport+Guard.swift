import BundleFormat
import SeasonAuthoring
import TUF

/// Compares the checkout with the live state before a command changes what is signed.
///
/// What the checkout lacks must be pulled first, as with `git push`.
extension Publisher.Report {
    /// Throws if live has a line that the checkout lacks; or, if the folder of seasons is published, if its checkout may be
    /// older than the one that live was published from.
    func requireNothingLacking() throws(PublishError) {
        guard let live, publisher.over != live.version else { return }
        let option = "--over \(live.version)"
        guard let record = live.record else {
            throw behind(
                "expected the record of what is live, found it gone or damaged, so nothing can be compared",
                "a home that has seen it goes on by itself; else, if this checkout is the newest: \(option)"
            )
        }
        let lacking = file.decisions.lacking(of: record.decisions)
        guard lacking.isEmpty else {
            let isOne = lacking.count == 1
            throw behind(
                "live has \(isOne ? "a decision" : "\(lacking.count) decisions") that this checkout lacks",
                "\(.pull), then do the same again; \(option) drops \(isOne ? "it" : "them")",
                details: lacking.map(\.text))
        }
        guard case .seasons = publisher.content, let theirs = record.commit else { return }
        let id = theirs.id.prefix(12)
        guard let mine = publisher.checkout.commit else {
            throw behind(
                "live is of commit \(id), and the folder of seasons is in no checkout",
                "publish from a checkout, or name its commit with --commit and --committed; "
                    + "\(option) goes over it")
        }
        if theirs.id == mine.id {
            let given = packed.mapValues(\.version)
            guard mine.isDirty || given == record.given.mapValues(\.version) else {
                throw behind(
                    "live is of this very commit \(id) and has other contents, which were not committed",
                    "commit and push them; the same with \(option) takes them back")
            }
            return
        }
        guard publisher.checkout.contains(theirs.id) ?? (mine.time >= theirs.time) else {
            throw behind(
                "live is of commit \(id) of \(theirs.time), which this checkout does not contain",
                "git pull; after a force push or a squash: the same with \(option), once")
        }
    }

    private func behind(
        _ message: String, _ remedy: Advice, details: [String] = []
    ) -> PublishError {
        PublishError("\(place): \(message)", kind: .behind, remedy: remedy, details: details)
    }
}
