import Files
import JSON

@testable import BundlePublisher

/// Commands: run, and held against the rules.
extension Run {
    /// Runs a command and judges it.
    func perform(_ step: Step, at checkout: inout Checkout) throws {
        let before = try situation(of: &checkout)
        guard let asked = Asked(step, before) else { return }
        let isLocked = try step.way == .locked && Files.kind(before.site) != nil
        let lock = isLocked ? try FileLock(exclusive: ".lock", in: Folder(before.site)) : nil
        let outcome = workshop.run(asked.words, variables: checkout.variables)
        withExtendedLifetime(lock) {}
        note("\(step.text) → \(outcome.status) \(outcome.text)")
        self.outcome = outcome
        let after = try situation(of: &checkout)
        if isLocked {
            guard after.files == before.files else {
                throw Break(.failure, "\(step.text) wrote next to another publisher")
            }
        } else {
            try judge(step, asked, outcome, before, after)
        }
        // A change of the root that is not published yet does not look at the repository.
        let isAtHome = asked.words.first == "keys" && after.files == before.files
        let hasLooked = [0, 4].contains(outcome.status) && !isAtHome
        remember(hasLooked: hasLooked, before, after, at: &checkout)
        if outcome.status == 4, history.seed % 3 == 0, !isLocked {
            try followRemedy(step, outcome, after)
        }
    }

    /// Reads everything that a command could read.
    func situation(of checkout: inout Checkout) throws -> Situation {
        let roots = try Home(path: checkout.home).roots()
        if Self.version(roots.newest) > Self.version(checkout.root) { checkout.root = roots.newest }
        let site = site(of: checkout)
        let view = Reader(site: site, root: checkout.root).publisherView()
        for (year, entry) in view.signed?.entries ?? [:] {
            everSigned[year, default: []].insert(entry.content)
        }
        var home: [String: [UInt8]] = [:]
        for part in ["metadata", "keys"] {
            for (path, bytes) in try Workshop.files("\(checkout.home)/\(part)")
            where !path.hasPrefix(".") {
                home["\(part)/\(path)"] = bytes
            }
        }
        return Situation(
            checkout: checkout, catalogue: catalogue, site: site, betaSite: workshop.betaSite,
            betaHome: beta.home, betaRoot: beta.root, now: workshop.now, view: view,
            live: checkout.live(in: view), everSigned: everSigned, lines: checkout.lines,
            text: checkout.text,
            files: try Workshop.files(site), homeFiles: home)
    }

    /// The version of a root.
    static func version(_ root: [UInt8]) -> Int64 {
        (try? JSON.parse(root))?["signed"]?["version"]?.integerValue ?? 0
    }

    /// Rule 4: a home has seen what its commands have found.
    private func remember(
        hasLooked: Bool, _ before: Situation, _ after: Situation, at checkout: inout Checkout
    ) {
        let newest = checkout.live(in: after.view) ?? before.live
        // A command that may not have looked has done so if its home remembers it.
        let kept = try? Files.read("\(checkout.home)/seen/timestamp.json", lengthBytesMax: 1 << 20)
        if hasLooked || kept.map(Self.version) == newest?.version { checkout.seen = newest }
        if Self.version(after.view.root) > Self.version(checkout.root) {
            checkout.root = after.view.root
        }
    }

    /// Judges what came of a command.
    func judge(
        _ step: Step, _ asked: Asked, _ outcome: Workshop.Outcome, _ before: Situation,
        _ after: Situation
    ) throws {
        let added = try addedLines(step, asked, before, after)
        let lacks = asked.comparesLines && !before.lacking.isEmpty
        var isOlder = false
        if asked.comparesCommit, case .signs(let given) = asked.effect {
            isOlder = before.mayBeOlder(asked.commit.flatMap { $0 }, given)
        }
        if (lacks || isOlder) && !before.isStrange {
            // Where two things are wrong, the command names one of them.
            let hasReason = asked.obstacle != nil || asked.mayFail
            guard outcome.status == 4 || hasReason && outcome.status != 0 else {
                throw Break(
                    .compares,
                    "\(step.text) ends with \(outcome.status) though "
                        + (lacks ? "a live line is lacking" : "live is newer")
                        + ": \(outcome.line)")
            }
            guard added.isEmpty || asked.obstacle != nil else {
                throw Break(.compares, "\(step.text) ends with 4 and adds a line")
            }
            return try requireNothingDone(step, outcome, before, after)
        }
        if outcome.status == 4, !before.isStrange {
            throw Break(.compares, "\(step.text) ends with 4: \(outcome.text)")
        }
        if outcome.status == 0, let obstacle = asked.obstacle {
            guard after.files != before.files || !added.isEmpty else { return }
            throw Break(.function, "\(step.text) goes through although \(obstacle)")
        }
        let expected = expected(asked, before, after)
        let isAnswer = after.files != before.files || outcome.text.contains("nothing to publish")
        let isGone = before.isStrange || expected?.missing.isEmpty == false
        let isPartial = outcome.status == 1 && isGone && isAnswer
        guard outcome.status == 0 || isPartial else {
            try requireNothingDone(step, outcome, before, after)
            guard asked.obstacle != nil || asked.mayFail else {
                throw Break(.function, "\(step.text) ends with \(outcome.status): \(outcome.text)")
            }
            return
        }
        guard asked.isAnswered(after.lines) else {
            throw Break(.content, "\(step.text) ends with 0 and its lines say something else")
        }
        if before.isStrange, case .signs = asked.effect { return }
        try judgeSigned(step, asked, outcome, expected, before, after)
    }

    /// The lines that a command has added: rule 1.
    private func addedLines(
        _ step: Step, _ asked: Asked, _ before: Situation, _ after: Situation
    ) throws -> Set<Line> {
        let rows = Set(after.text.split(whereSeparator: \.isNewline))
        guard rows.isSuperset(of: before.text.split(whereSeparator: \.isNewline)) else {
            throw Break(.lines, "\(step.text) has changed a line")
        }
        let added = after.lines.all.subtracting(before.lines.all)
        if case .pulls = asked.effect {
            guard added.isSubset(of: before.lacking) else {
                throw Break(.lines, "\(step.text) adds lines that live does not have")
            }
            return added
        }
        let last = before.lines.all.map(\.time).max() ?? 0
        for line in added {
            guard line.time > last else {
                throw Break(.lines, "\(step.text) adds a line that is not the latest")
            }
            guard asked.mayAdd(line.decision) else {
                throw Break(.lines, "\(step.text) adds: \(line.text)")
            }
        }
        return added
    }

    /// Rule 7: a command that failed has at most added its line.
    private func requireNothingDone(
        _ step: Step, _ outcome: Workshop.Outcome, _ before: Situation, _ after: Situation
    ) throws {
        var left = before.files
        // A file that is no root of this home may be removed at any time.
        for name in before.files.keys where name.hasSuffix(".root.json") && after.files[name] == nil
        {
            left[name] = nil
        }
        let changed = Set(after.files.keys).union(left.keys).filter { after.files[$0] != left[$0] }
        guard changed.isEmpty else {
            throw Break(
                .failure,
                "\(step.text) ends with \(outcome.status) and leaves \(changed.sorted()): \(outcome.line)"
            )
        }
        // A stolen key is replaced even if the seasons have mistakes, and any command ends a rotation that was killed.
        if [.rotate, .rotateAlone].contains(step.verb)
            || before.homeFiles["keys/online-next.key"] != nil
        {
            return
        }
        let roots = Set(after.homeFiles.keys).union(before.homeFiles.keys)
            .filter { after.homeFiles[$0] != before.homeFiles[$0] }
        guard roots.isEmpty else {
            throw Break(
                .failure, "\(step.text) failed and changed \(roots.sorted()): \(outcome.line)")
        }
    }
}
