import Files
import JSON
import TUF

@testable import BundlePublisher
@testable import SeasonAuthoring

/// A command that is killed between two of its writes.
extension Run {
    /// Leaves what a command leaves that is killed after so many writes; then the same command again.
    ///
    /// The command runs to its end on a copy; its report says what it wrote and in which order, and so
    /// many of these files are put where they belong.
    ///
    /// - Throws: ``Break``.
    func crash(_ step: Step, after count: Int) throws {
        guard let command = Command(step, in: workshop, meaning, catalogue) else { return }
        let result = "\(workshop.root)-result"
        defer { try? Files.removeTree(result) }
        let outcome = try workshop.attempt { workshop in
            let outcome = workshop.run(command.words + (step.hasJSON ? ["--json"] : []))
            try workshop.copyParts(to: result)
            return outcome
        }
        guard outcome.isGood,
            let writes = Self.writes(
                outcome.text, below: workshop.root, step == .publishBeta ? "beta/" : "site/"),
            // A publish is over when it has seen its timestamp in place; other commands with their last write.
            count < writes.count
                || count == writes.count && writes.last?.hasSuffix("/timestamp.json") == true
        else { return try perform(step) }
        let before = try PublicState(workshop)
        // What was decided is written before anything that says it.
        let decisions = "home/decisions.json"
        let isDecided = try count > 0 && Files.kind("\(result)/\(decisions)") != nil
        let place = FolderDestination(
            directory: step == .publishBeta ? workshop.beta : workshop.site)
        let record = try recordAtTheStart(of: place)
        // A command removes what is no root of ours before it writes anything.
        for name in before.metadata where name.hasSuffix(".root.json") {
            guard try Files.kind("\(result)/site/metadata/\(name)") == nil else { continue }
            try Files.remove("\(workshop.site)/metadata/\(name)")
        }
        for path in (isDecided ? [decisions] : []) + writes.prefix(count) {
            try Files.createDirectoriesAndSync(Paths.parent(of: "\(workshop.root)/\(path)"))
            // A new online key takes the old one's place only when the command is over.
            let place = path == "home/keys/online.key" ? "home/keys/online-next.key" : path
            try Workshop.copy("\(result)/\(path)", to: "\(workshop.root)/\(place)")
        }
        // How far the home has signed is written when everything else is.
        let version = writes.prefix(count).lazy.compactMap {
            RepositoryHistory.version(of: "targets", in: String($0.dropFirst("site/".count)))
        }.first
        let roots = try Home(path: "\(result)/home").roots().files.count
        try DecisionFile(home: workshop.home).update {
            $0 = $0.uncommitted(since: record)
            // A command that decides nothing new is about to sign, too.
            guard isDecided, let version, $0.pending[place.identity] == nil else { return }
            $0.pending[place.identity] = PendingWords(
                SignedState(roots: roots, version: version),
                words: $0.places[place.identity] ?? [:])
        }
        // The new key takes the old one's place as soon as its root is there.
        let isRooted = writes.prefix(count).contains { $0.hasPrefix("home/metadata/") }
        if isRooted, try Files.kind(workshop.home.nextOnlineKeyPath) != nil, count % 2 == 0 {
            try Files.rename(workshop.home.nextOnlineKeyPath, to: workshop.home.onlineKeyPath)
        }
        try Files.replaceFileWithoutSync(at: "\(workshop.site)/metadata/.tmp-1-1", with: [1])
        note("crash after \(count) of \(writes.count) writes: \(step.text)")
        let after = try PublicState(workshop)
        if after.timestamp != before.timestamp { return try follow(command, isWritten: true) }
        if isDecided { killed.append(command) }
        if isRooted { knownRoots = try workshop.home.roots().files.count }
        if case .rotate = step, isRooted {
            generation += 1
            newestSigned = 0
            meaning.awaitsPublish = true
        }
        if after.metadata.contains(where: {
            $0.hasSuffix(".root.json") && !before.metadata.contains($0)
        }),
            meaning.awaitsPublish
        {
            meaning.isTorn = true
        }
        try repeatCommand(command)
    }

    /// The record as a command writes it that begins now: what was killed before it is told from what was live.
    private func recordAtTheStart(of place: FolderDestination) throws -> DecisionRecord {
        let survey = try? PublishSurvey(
            of: Publisher(
                destination: place, home: workshop.home, key: nil, content: .asPublished,
                now: UTCTime(unixSeconds: workshop.now), isDryRun: true))
        var record = try DecisionFile(home: workshop.home).read()
        if let survey { record.killed = survey.record.killed }
        return record
    }

    /// Leaves what a command of another checkout leaves that fails before it is live; nobody here knows of it.
    ///
    /// - Throws: ``Break``.
    func failElsewhere(_ step: Step, after count: Int) throws {
        let other = try workshop.checkout()
        guard var command = Command(step, in: workshop, meaning, catalogue, home: other.home),
            step.hasJSON, step != .publishBeta
        else { return }
        command.variables = other.variables
        let result = "\(workshop.root)-result"
        defer { try? Files.removeTree(result) }
        let before = try PublicState(workshop)
        let outcome = try workshop.attempt { workshop in
            let outcome = workshop.run(command.words + ["--json"], variables: other.variables)
            try workshop.copyParts(to: result)
            return outcome
        }
        let writes = Self.writes(outcome.text, below: workshop.root, "site/") ?? []
        let signed = writes.filter { $0.hasPrefix("site/") && !$0.hasSuffix("/timestamp.json") }
        guard outcome.isGood, !signed.contains(where: { $0.hasSuffix(".root.json") }) else {
            return
        }
        for path in signed.prefix(count) where try Files.kind("\(result)/\(path)") != nil {
            try Files.createDirectoriesAndSync(Paths.parent(of: "\(workshop.root)/\(path)"))
            try Workshop.copy("\(result)/\(path)", to: "\(workshop.root)/\(path)")
        }
        note("elsewhere failed after \(min(count, signed.count)) writes: \(step.text)")
        guard try PublicState(workshop).timestamp == before.timestamp else {
            throw Break(.nothingHappened, "\(step.text) of another checkout failed and was live")
        }
    }

    /// The same command again goes through: tried on a copy, so that the history may go on otherwise.
    private func repeatCommand(_ command: Command) throws {
        if case .prune = command.step { return }
        let outcome = try workshop.attempt { $0.run(command.words) }
        guard outcome.isGood else {
            throw Break(.killedIsRepeated, "\(command.step.text): \(outcome.line)")
        }
    }

    /// What a command has written, in order, relative to the workshop's folder.
    private static func writes(
        _ text: String, below root: String, _ site: String
    ) -> [String]? {
        guard let start = text.firstIndex(of: "{"),
            let json = try? JSON.parse(Array(text[start...].utf8))
        else { return nil }
        func paths(_ json: JSON, _ folder: String) -> [String] {
            guard case .array(let elements)? = json["written"] else { return [] }
            return elements.compactMap(\.stringValue).map { path in
                path.hasPrefix("\(root)/") ? String(path.dropFirst(root.count + 1)) : folder + path
            }
        }
        guard let published = json["published"], published != .null else {
            return paths(json, site)
        }
        // A new root is written into the home when only new roots and the timestamp are left to publish.
        let files = paths(published, site)
        let isAwaited = { (path: String) in
            path.hasSuffix(".root.json") || path.hasSuffix("/timestamp.json")
        }
        return files.filter { !isAwaited($0) } + paths(json, "") + files.filter(isAwaited)
    }
}

extension DecisionRecord {
    /// The record as it is until the command that has written it has seen its timestamp in place.
    fileprivate func uncommitted(since before: DecisionRecord) -> DecisionRecord {
        var record = self
        record.signed = before.signed
        record.killed = before.killed
        record.published = before.published
        let contents = published.filter { $0.value != before.published[$0.key] }
            .compactMapValues(\.first)
        for (place, state) in signed where state != before.signed[place] {
            guard let words = places[place], words != before.places[place] else { continue }
            record.places[place] = before.places[place]
            record.pending[place] = PendingWords(state, words: words, published: contents)
        }
        return record
    }
}

extension Step {
    /// Whether the command can tell what it has written.
    fileprivate var hasJSON: Bool {
        switch self {
        case .prune: false
        default: true
        }
    }
}
