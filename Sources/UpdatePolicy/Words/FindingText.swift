import BundleFormat
import UTC

/// The notes of findings; reports keep them, so the library makes them.
enum FindingText {
    static let untrusted = "only a key that was replaced has signed it"
    static let recalled = "recalled by the publisher"
    static let withdrawn = "the publisher has withdrawn this year"
    static let damaged = "damaged, and nowhere to be had"
    static let stopped = "its publisher stopped the rollout"
    static let holdOff = "a random wait that the publisher asks for"
    static let nowhere = "neither here nor offered"
    static let notReached = "the repository was not read"

    /// Why a level cannot be read, and the remedy.
    static func needsNewerProgram(_ form: UnreadForm) -> String {
        let agent = form.isBeyondAgent ? ["bundle-agent"] : []
        let renderer = form.isBeyondRenderer ? ["breakdown"] : []
        let reads =
            (form.isBeyondAgent
                ? [
                    "bundle-agent \(programVersion) reads \(BundleFormat.levels.lowerBound) to "
                        + "\(BundleFormat.newest)"
                ] : [])
            + (form.isBeyondRenderer
                ? ["the program of the self-test reads \(form.readMax) at most"] : [])
        return "needs level \(form.level) of the description language: a newer "
            + (agent + renderer).joined(separator: " and ")
            + " (\(reads.joined(separator: "; ")))"
    }

    /// A person rolled it back.
    static func left(atUnixSeconds moment: Int64) -> String {
        "left by 'rollback' at \(UTCTime(unixSeconds: moment)), until something newer is published"
    }

    /// The year is pinned to another version.
    static func pinned(to pin: ContentVersion, canServe: Bool) -> String {
        "the year is pinned to \(pin.short)"
            + (canServe ? "" : ", which is neither here nor offered")
    }

    /// Nothing may change.
    static func onHold(sinceUnixSeconds since: Int64) -> String {
        "on hold since \(UTCTime(unixSeconds: since))"
    }

    /// It failed, and how the last test ended.
    static func failed(times count: Int, reason: String) -> String {
        "failed \(count == 1 ? "once" : "\(count) times"): \(reason)"
    }

    /// Its self-test was killed or crashed, and how the last one ended.
    static func interrupted(times count: Int, reason: String) -> String {
        "this machine could not test it, \(count) times by now: \(reason)"
    }

    /// This machine's place in a rollout.
    static func place(wave: Int?, position: Int) -> String {
        if let wave { return "this machine is configured for wave \(wave)" }
        let rest = position % 100
        return "this machine is at \(position / 100).\(rest < 10 ? "0" : "")\(rest) %"
    }

    /// No wave comes to a place in the rollout.
    static func unreached(_ place: String) -> String { "\(place), which no wave reaches" }

    /// Another allowed version is newer.
    static func older(than chosen: ContentVersion?) -> String {
        "\(chosen?.short ?? "another") comes before it"
    }

    // What the disk limit holds back.

    /// The machine keeps no more seasons.
    static func tooManySeasons(max: Int) -> String { "this machine keeps \(max) seasons at most" }

    /// The disk limit has no room for it.
    ///
    /// With `enoughBytes` there is room for all that is published now.
    static func noRoom(
        neededBytes: Int, usedBytes: Int, limitBytes: Int, enoughBytes: Int
    ) -> String {
        func megabytes(_ bytes: Int) -> Int {
            bytes / 1_000_000 + (bytes % 1_000_000 == 0 ? 0 : 1)
        }
        return "it may need \(megabytes(neededBytes)) MB, and \(megabytes(usedBytes)) MB of the"
            + " \(limitBytes / 1_000_000) MB of 'disk-limit' are in use; \(megabytes(enoughBytes))M"
            + " has room for all that is published"
    }
}
