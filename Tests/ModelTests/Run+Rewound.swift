import Files
import TUF

@testable import BundlePublisher

/// A state of the repository that was live, as somebody may put it back.
struct LiveState {
    let timestamp: [UInt8]
    /// The names of the files under `metadata/` and `targets/live/`.
    let files: Set<String>
    /// The seasons that were offered.
    let years: Set<Int>
    /// Whether our home does not know of it: CI made it, and committed nothing.
    let isOthers: Bool
}

/// Commands after somebody who can write to the server, but has no key, has put something older back.
extension Run {
    /// Runs a command beside an older timestamp; if it writes none of its own, the newer one comes back after it.
    ///
    /// Whatever the timestamp says, the command decides from what our key has signed last.
    ///
    /// - Parameters:
    ///   - step: the command.
    ///   - count: how many timestamps ago.
    /// - Throws: ``Break``.
    func performRewound(_ step: Step, by count: Int) throws {
        guard let at = try stateThatMayComeBack(count) else { return try perform(step) }
        let newest = try timestamp()
        try Files.replaceFileAndSync(at: timestampPath, with: states[at].timestamp)
        defer {
            if (try? timestamp()) == states[at].timestamp {
                try? Files.replaceFileAndSync(at: timestampPath, with: newest)
            }
        }
        try perform(step)
    }

    /// Runs a command in an older copy of the directory; if it writes nothing, the newer one comes back after it.
    ///
    /// Zips stay, so our home can sign everything again that it has signed since.
    ///
    /// - Parameters:
    ///   - step: the command.
    ///   - count: how many states ago.
    /// - Throws: ``Break``.
    func performRestored(_ step: Step, by count: Int) throws {
        guard let at = try stateThatMayComeBack(count),
            states[at...].allSatisfy({ !$0.isOthers && $0.years == states[at].years }),
            states[at].years == Set(meaning.offers.keys), try !isRenewedAhead()
        else { return try perform(step) }
        let older = states[at].timestamp
        let kept = "\(workshop.root)-newer"
        try workshop.copyParts(to: kept)
        defer { try? Files.removeTree(kept) }
        for file in try publicFiles().subtracting(states[at].files) {
            try Files.remove("\(workshop.site)/\(file)")
        }
        try Files.replaceFileAndSync(at: timestampPath, with: older)
        defer {
            if (try? timestamp()) == older {
                try? Files.removeTree(workshop.site)
                try? Files.rename("\(kept)/site", to: workshop.site)
            } else {
                states.removeSubrange((at + 1)...)
            }
        }
        try perform(step)
    }

    /// Whether the timestamp has a version that is still to come.
    ///
    /// A clock that is ahead gives such versions. The home does not remember renewed signatures, so no command can go past
    /// them once the directory has lost them.
    private func isRenewedAhead() throws -> Bool {
        try SignedMetadata(timestamp(), role: .timestamp).version > workshop.now + 60
    }

    /// Remembers the state that is live, as long as the same key signs.
    func rememberState(after step: Step) throws {
        if statesGeneration != generation || meaning.theft != .none { states = [] }
        statesGeneration = generation
        guard meaning.counts, !meaning.awaitsPublish, meaning.theft == .none,
            let bytes = try? timestamp(), states.last?.timestamp != bytes
        else { return }
        var isOthers = false
        switch step {
        case .elsewhere, .laptop: isOthers = true
        default: break
        }
        states.append(
            LiveState(
                timestamp: bytes, files: try publicFiles(), years: Set(meaning.offers.keys),
                isOthers: isOthers))
    }

    /// The place of the state from that many states ago; nil if what the directory holds now is not ours alone.
    private func stateThatMayComeBack(_ count: Int) throws -> Int? {
        guard meaning.counts, !meaning.awaitsPublish, meaning.theft == .none, !meaning.isGarbled,
            !meaning.isTorn, killed.isEmpty,
            // A command that was killed at its end is known only by what would be put back (docs/adr/0019).
            try DecisionFile(home: workshop.home).read().pending.isEmpty,
            let newest = try? timestamp(), states.last?.timestamp == newest, states.count > count
        else { return nil }
        let at = states.count - 1 - count
        // What was pruned since cannot be read: that is a damaged place, and the message names --force.
        return try states[at].files.isSubset(of: publicFiles()) ? at : nil
    }

    private var timestampPath: String { "\(workshop.site)/metadata/timestamp.json" }

    private func timestamp() throws -> [UInt8] {
        try Files.read(timestampPath, lengthBytesMax: 1 << 20)
    }

    /// The files that a publish adds and a copy brings back, below the repository.
    private func publicFiles() throws -> Set<String> {
        var files: Set<String> = []
        for folder in ["metadata", "targets/live"]
        where try Files.kind("\(workshop.site)/\(folder)") != nil {
            files.formUnion(
                try Files.names(in: "\(workshop.site)/\(folder)").map { "\(folder)/\($0)" })
        }
        return files.subtracting(["metadata/timestamp.json"])
    }
}
