import BundleFormat
import Files
import TUF

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Commands of the publisher's: run, and held against what they promise.
extension Run {
    /// Runs a command and judges it.
    ///
    /// - Parameters:
    ///   - step: the command.
    ///   - home: another home than the workshop's.
    ///   - variables: the environment.
    ///   - offset: seconds by which the publisher's clock is off.
    /// - Throws: ``Break``.
    func perform(
        _ step: Step, home: String? = nil, variables: [String: String] = [:], offset: Int64 = 0
    ) throws {
        guard var command = Command(step, in: workshop, meaning, catalogue, home: home) else {
            return
        }
        (command.variables, command.offset) = (variables, offset)
        let before = try PublicState(workshop)
        let outcome = workshop.run(command.words, variables: variables, offset: offset)
        note("\(step.text) → \(outcome.status) \(outcome.line)")
        try judge(command, outcome, before)
    }

    /// Judges what came of a command.
    func judge(_ command: Command, _ outcome: Workshop.Outcome, _ before: PublicState) throws {
        let after = try PublicState(workshop)
        guard outcome.isGood else {
            if after != before {
                throw Break(
                    command.wholeness,
                    "\(command.step.text) failed and left \(after.difference(from: before)): \(outcome.line)"
                )
            }
            if let reason = mustSucceed(command) {
                throw Break(reason, "\(command.step.text): \(outcome.line)")
            }
            // Some remedies need a root key, and the laptop has none.
            guard !workshop.isLaptop else { return }
            if followsRemedies || meaning.isGarbled { try followRemedy(of: outcome, to: command) }
            return
        }
        try follow(command, isWritten: after.timestamp != before.timestamp)
        try refuseThiefs(in: outcome, command)
    }

    /// Runs a command while another publisher holds the lock: it changes nothing, and says so.
    func runLocked(_ step: Step) throws {
        guard let command = Command(step, in: workshop, meaning, catalogue),
            try Files.kind(workshop.site) != nil
        else { return }
        switch step {
        case .publish, .rollback, .recall, .lift, .waves, .promote, .prune, .refresh: break
        default: return
        }
        let before = try PublicState(workshop)
        let lock = try FileLock(exclusive: "\(workshop.site)/.lock")
        let outcome = workshop.run(command.words)
        withExtendedLifetime(lock) {}
        let after = try PublicState(workshop)
        note("locked \(step.text) → \(outcome.status) \(outcome.line)")
        guard after == before else {
            throw Break(.nothingHappened, "\(step.text) wrote beside another publisher")
        }
    }

    /// The promise that is broken where this command fails now; nil where it may.
    private func mustSucceed(_ command: Command) -> Promise? {
        guard command.offset == 0, newestSigned <= workshop.now + 60 || meaning.awaitsPublish
        else { return nil }
        let recalledInFolder = folder.contents.contains { meaning.mayBeRefused($0, $1) }
        // What no record says may keep the content of a folder from being signed with another key.
        let mayBeUnknown = !unpushed.years.union(lost.years).isDisjoint(with: folder.contents.keys)
        let isHealthy = meaning.counts && !meaning.awaitsPublish
        switch command.step {
        case .publish(let terms):
            guard folder.isGood, !recalledInFolder else { return nil }
            // Nobody signs over damage without a word: the message names the command that does.
            if meaning.isGarbled, !meaning.awaitsPublish, !terms.isForced { return nil }
            if meaning.awaitsPublish, mayBeUnknown { return nil }
            if meaning.awaitsPublish || meaning.theft == .over { return .recoveryWorks }
            return isHealthy ? .commandIsDone : nil
        case .rotate(let publishes):
            guard !publishes || (folder.isGood && !recalledInFolder && !mayBeUnknown) else {
                return nil
            }
            return meaning.theft == .none ? .rotationIsWhole : .recoveryWorks
        case .recall(let year, let which, .embedded):
            guard isHealthy, let offer = meaning.offers[year] else { return nil }
            return which == .live || which == .content(offer.content) ? .commandIsDone : nil
        case .lift(let year, .content(let content)):
            return isHealthy && meaning.offers[year] != nil && meaning.isRecalled(year, content)
                ? .commandIsDone : nil
        case .refresh: return isHealthy ? .commandIsDone : nil
        default: return nil
        }
    }

    /// Throws where a command offers to go back to what the thief has signed.
    private func refuseThiefs(in outcome: Workshop.Outcome, _ command: Command) throws {
        guard meaning.theft == .over else { return }
        for (version, name) in catalogue.numbers where name.content == Catalogue.thiefsContent {
            for line in outcome.text.split(separator: "\n") where line.hasPrefix("undo:") {
                guard !line.contains(version.short) else {
                    throw Break(.thiefIsForgotten, "\(command.step.text) suggests \(line)")
                }
            }
        }
    }
}

/// What machines and other publishers can see of a workshop, and what decides who may sign.
struct PublicState: Equatable {
    var timestamp: [UInt8]
    /// The names of the files under the repository's `metadata/`.
    var metadata: [String]
    /// The home's roots.
    var roots: [String]
    /// The online key that counts in the home; after a killed rotation it still waits under another name.
    var key: PublicKey?

    init(_ workshop: Workshop) throws {
        timestamp =
            (try? Files.read("\(workshop.site)/metadata/timestamp.json", lengthBytesMax: 1 << 20))
            ?? []
        metadata = (try? Files.names(in: "\(workshop.site)/metadata")) ?? []
        roots = (try? Files.names(in: workshop.home.metadataPath)) ?? []
        key = try? OnlineKey.read(home: workshop.home, option: nil, environment: nil).publicKey
    }

    /// What is another, in words.
    func difference(from before: PublicState) -> String {
        var words: [String] = []
        if timestamp != before.timestamp { words.append("another timestamp") }
        if metadata != before.metadata { words.append("other metadata") }
        if roots != before.roots { words.append("a new root in the home") }
        if key != before.key { words.append("another online key") }
        return words.joined(separator: ", ")
    }
}
