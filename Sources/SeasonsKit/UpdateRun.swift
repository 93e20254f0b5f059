import BreakdownRenderer
import BundleFormat
import BundleZip
import Foundation
import SeasonClient
import TUF

/// One update of an app's folder.
///
/// It unpacks and draws without the actor, so screens get their seasons meanwhile.
struct UpdateRun: Sendable {
    let facts: SeasonFacts
    let store: SeasonStore
    let transfers: RepositoryTransfers

    /// Asks the repository, and returns when everything is on the disk.
    @concurrent func perform() async throws -> Update {
        let lock = try await store.lock()
        defer { lock.unlock() }
        try store.removeTemporaries()
        let now = facts.clock()
        var poll = PollFacts(
            packagedRoot: facts.root, files: store.files(), stored: store.bundles(),
            embedded: facts.embedded.index, machineID: try store.machineID(),
            nowUnixSeconds: Int64(now.timeIntervalSince1970), random: .random(in: 0..<1))
        poll.repository = transfers.address
        let answers = RepeatedAnswers(transfers)
        while true {
            let result = await Self.run(SeasonPoll(poll), answers)
            let problems = try problems(in: result, poll)
            guard !problems.isEmpty else {
                try store.commit(result)
                return Update(result.report, pauseSeconds: result.pauseSeconds, at: now)
            }
            // The same poll again without them, from the same answers; each year at most once.
            poll.unusable.merge(problems) { $1 }
            answers.rewind()
        }
    }

    private static func run(_ poll: SeasonPoll, _ answers: RepeatedAnswers) async -> PollResult {
        while true {
            switch poll.next() {
            case .fetch(let requests): poll.answer(await answers.answers(requests))
            case .done(let result): return result
            }
        }
    }

    /// The seasons that would be served from now on and that this app cannot draw as their authors expect.
    private func problems(
        in result: PollResult, _ poll: PollFacts
    ) throws -> [BundleYear: String] {
        let before = facts.entries(store)
        var problems: [BundleYear: String] = [:]
        for season in result.seasons {
            let (year, version) = (season.year, season.entry.version)
            let bundle = StoredBundle(year: year, version: version)
            guard before[year]?.version != version, poll.unusable[year] == nil,
                season.entry.origin == .downloaded
            else { continue }
            let zip = result.bundles.first { $0.bundle == bundle }?.zip ?? store.zip(bundle)
            try store.onStep("test \(year)")
            problems[year] = Self.problem(of: bundle, zip ?? [])
        }
        return problems
    }

    private static func problem(of bundle: StoredBundle, _ zip: [UInt8]) -> String? {
        do throws(BundleFormatError) {
            let contents = try Unpacker.contents(
                of: zip, expecting: bundle.version, year: bundle.year)
            return SampleTest.run(on: contents.manifest.files.map(\.path), of: bundle.year) {
                BundlePath($0).flatMap { contents.files[$0] }
            }.problems.first
        } catch {
            return error.description
        }
    }
}

/// What an update is decided from, besides the folder and the repository.
struct SeasonFacts: Sendable {
    let root: [UInt8]
    let embedded: EmbeddedSeasons
    let clock: @Sendable () -> Date

    /// Each year's entry: what the folder has, and years that are only inside the app.
    func entries(_ store: SeasonStore) -> [BundleYear: SetIndex.Entry] {
        let served = store.index()
        return store.showable(embedded.index, beside: served)
            .merging(served?.entries ?? [:]) { $1 }
    }
}

/// Keeps the answers of a poll, so that the same poll with another fact asks no server again.
final class RepeatedAnswers {
    private let transfers: RepositoryTransfers
    private var log: [(requests: [FetchRequest], answers: [HostAnswer])] = []
    private var at = 0

    init(_ transfers: RepositoryTransfers) { self.transfers = transfers }

    /// Begins again with the first answer.
    func rewind() { at = 0 }

    /// The answers to requests; fetched, unless the poll before asked the same at this place.
    func answers(_ requests: [FetchRequest]) async -> [HostAnswer] {
        if at < log.count, log[at].requests == requests {
            at += 1
            return log[at - 1].answers
        }
        log.removeSubrange(at...)
        let answers = await transfers.answers(requests)
        log.append((requests, answers))
        at += 1
        return answers
    }
}
