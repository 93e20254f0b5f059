import BundleFormat
import Files

@testable import BundlePublisher
@testable import SeasonAuthoring

/// The plain model follows commands that have succeeded, and says what must be seen then.
extension Run {
    /// Follows a command, and looks at the repository as a new machine does.
    ///
    /// - Parameters:
    ///   - command: has succeeded.
    ///   - isWritten: whether there is a new timestamp.
    /// - Throws: ``Break``.
    func follow(_ command: Command, isWritten: Bool) throws {
        let moment = workshop.now + command.offset
        switch command.step {
        case .publishBeta:
            meaning.beta = folder.contents
            return
        case .rotate(let publishes):
            // A root that waits for signatures changes nothing yet.
            let rootsCount = try workshop.home.roots().files.count
            guard rootsCount > knownRoots else { return }
            knownRoots = rootsCount
            generation += 1
            newestSigned = 0
            meaning.awaitsPublish = true
            guard publishes, try rootsArePublished() else { return }
            try settle(command, moment)
        case .addRoot, .removeRoot, .renewRoot, .threshold:
            knownRoots = try workshop.home.roots().files.count
        case .prune: return
        case .publish where meaning.awaitsPublish:
            try settle(command, moment)
        default:
            // What cannot be signed now is decided, and signed by the next publish.
            if meaning.awaitsPublish || meaning.isTorn, !isWritten { return decide(command.step) }
            guard meaning.theft != .running else {
                if isWritten { newestSigned = max(newestSigned, moment) }
                return followBlindly(command)
            }
            let seen = try look(moment)
            if isWritten {
                killed = []
                // Over what the thief has written with the key that he lost.
                if meaning.isTorn { noteStolenRecalls(seen) }
                (meaning.isTorn, meaning.isGarbled) = (false, false)
                newestSigned = max(newestSigned, moment)
            }
            try follow(command, seen: seen)
        }
    }

    /// Whether the repository has every root that the home has.
    func rootsArePublished() throws -> Bool {
        let ours = try workshop.home.roots().files.count
        return try ours == rootsThere()?.files.count ?? 0
    }

    /// Our roots that lie in the repository, whoever is at work; what a thief has put behind them is none.
    func rootsThere() throws -> RootChain? {
        let ours = try Home(path: "\(workshop.root)/home").roots().files
        let theirs = try RootChain.read("\(workshop.site)/metadata")?.files ?? []
        return RootChain(Array(zip(ours, theirs).prefix { $0 == $1 }.map(\.0)))
    }

    /// A publish after the online key was replaced.
    private func settle(_ command: Command, _ moment: Int64) throws {
        meaning.awaitsPublish = false
        (meaning.isTorn, meaning.isGarbled) = (false, false)
        let wasStolen = meaning.theft == .running
        if wasStolen { meaning.theft = .over }
        stolenKey = meaning.theft == .over ? stolenKey : nil
        newestSigned = moment
        let seen = try look(moment)
        lost.add(unpushed)
        meaning.forget(lost)
        if wasStolen || lost != Uncommitted() { noteStolenRecalls(seen) }
        for year in lost.years where folder.sources[year] == nil {
            if meaning.offers[year]?.stoppedAt != nil { meaning.strayed.insert(year) }
            adopt(year, seen)
        }
        (unpushed, lost) = (Uncommitted(), Uncommitted())
        meaning.hasDecidedBetweenKeys = false
        try follow(command, seen: seen)
        meaning.unsure = []
    }

    /// What is recalled that we have not recalled: of contents that the folder does not have.
    private func noteStolenRecalls(_ seen: Seen) {
        for (year, entry) in seen.entries where entry.content != nil {
            let contents = Set(entry.recalled.compactMap { catalogue.content($0) })
            meaning.stolenRecalls[year, default: []]
                .formUnion(contents.subtracting(meaning.recalled[year] ?? []))
        }
    }

    /// A decision between the new key and the next publish, which signs it.
    private func decide(_ step: Step) {
        meaning.hasDecidedBetweenKeys = true
        switch step {
        case .recall(let year, .live, _):
            if let content = meaning.offers[year]?.content {
                meaning.recalled[year, default: []].insert(content)
            }
        case .recall(let year, .content(let content), _):
            meaning.recalled[year, default: []].insert(content)
        case .lift(let year, let which): lift(year, which)
        default: break
        }
    }

    private func lift(_ year: Int, _ which: Step.Which) {
        let content: Int? =
            if case .content(let named) = which { named } else { meaning.offers[year]?.content }
        guard let content else { return }
        meaning.recalled[year]?.remove(content)
        meaning.stolenRecalls[year]?.remove(content)
    }

    /// What a new machine sees.
    func look(_ moment: Int64) throws -> Seen {
        do {
            return try Seen(
                workshop.site, firstRoot: firstRoot, now: min(workshop.now, moment), catalogue)
        } catch {
            throw Break(.publishVerifies, "a new machine sees: \(error)")
        }
    }

    private func follow(_ command: Command, seen: Seen) throws {
        let old = meaning.offers
        switch command.step {
        case .publish(let terms): try followPublish(terms, seen, isSettling: old)
        case .rotate: try followPublish(Step.Terms(), seen, isSettling: old)
        case .rollback(let year, let content):
            guard let offer = old[year] else { break }
            let now = try offered(year, seen)
            try require(content == nil || now == content, command, "offers content \(now)")
            if now != offer.content {
                try require(
                    content != nil || meaning.theft != .none
                        || meaning.past[year]?.contains(now) == true, command,
                    "offers content \(now), which was never live")
                meaning.rolledBack[year, default: []].insert(offer.content)
                try requireOffer(year, now, command, mayBeNamed: content != nil)
                markOffered(year, now, seen)
            }
        case .recall(let year, let which, let to):
            guard let offer = old[year] else { break }
            let content: Int
            switch which {
            case .live: content = offer.content
            case .content(let named): content = named
            }
            meaning.recalled[year, default: []].insert(content)
            let now = try offered(year, seen)
            guard content == offer.content, to != .embedded else {
                try require(now == offer.content, command, "offers content \(now)")
                break
            }
            if case .content(let named) = to {
                try require(now == named, command, "offers content \(now)")
            }
            try require(now != content, command, "offers what is recalled")
            try requireOffer(year, now, command, mayBeNamed: to != .previous)
            markOffered(year, now, seen)
        case .lift(let year, let which):
            lift(year, which)
            // What is offered and may be served again is news.
            if let published = seen.entries[year]?.published {
                meaning.offers[year]?.published = published
            }
        case .waves(let year, let waves): followWaves(year, waves, seen)
        case .promote(let year):
            for (one, content) in meaning.beta where year == nil || year == one {
                guard old[one]?.content != content else { continue }
                // Gone back from: it stays so.
                if meaning.isRolledBack(one, content) { keep(one, seen); continue }
                try requireOffer(one, content, command, mayBeNamed: year != nil)
                markOffered(one, content, seen)
            }
        default: break
        }
        try hold(command, seen)
    }

    // MARK: What each command means

    private func followPublish(
        _ terms: Step.Terms, _ seen: Seen, isSettling old: [Int: Meaning.Offer]
    ) throws {
        for year in meaning.offers.keys where folder.sources[year] == nil {
            // Machines hear of recalls through the season.
            let isKept =
                !(meaning.recalled[year] ?? []).union(meaning.stolenRecalls[year] ?? []).isEmpty
            if isKept, seen.entries[year] != nil {
                keep(year, seen)
            } else {
                meaning.leftOut[year] = meaning.offers[year].flatMap {
                    $0.stoppedAt == nil ? nil : $0
                }
                meaning.shownBefore[year] = meaning.offers[year]?.content
                meaning.offers[year] = nil
            }
        }
        for (year, content) in folder.contents {
            let before = old[year]
            // Refused, or left as it is: what is seen is held against it below.
            if meaning.mayBeRefused(year, content)
                || meaning.isRolledBack(year, content) && terms.again != year
            {
                // What we said of its rollout while a thief signed, counts or not.
                if meaning.unsure.contains(year) { adopt(year, seen) } else { keep(year, seen) }
                continue
            }
            if meaning.unsure.contains(year) {
                adopt(year, seen)
                // It was gone back from, while nobody knew of the theft.
                if seen.entries[year]?.content != content {
                    meaning.rolledBack[year, default: []].insert(content)
                }
                continue
            }
            if terms.again == year { meaning.rolledBack[year]?.remove(content) }
            if let before, before.content == content, seen.entries[year]?.content == content {
                bringForward(year, seen)
                continue
            }
            let now = seen.entries[year]?.content
            if now == before?.content, terms.again != year,
                meaning.onceRolledBack[year]?.contains(content) == true
            {
                meaning.rolledBack[year, default: []].insert(content)
                keep(year, seen)
                continue
            }
            guard now == content else {
                let words = now.map { "content \($0)" } ?? "nothing"
                throw Break(
                    folder.sources[year].map { $0.isAlias } == true
                        ? .checkDependsOnContent : .commandIsDone,
                    "publish offers \(words) of \(year), and the folder has content \(content)")
            }
            if before != nil || meaning.shownBefore[year] != content {
                meaning.rolledBack[year] = []
            }
            meaning.shownBefore[year] = nil
            markOffered(year, content, seen)
            meaning.offers[year]?.course =
                terms.waves?.course.map { .init(percent: $0.percent, hours: $0.hours) } ?? []
            meaning.offers[year]?.holdOffSeconds = terms.holdsOff ? 600 : 0
            if before == nil, let known = meaning.leftOut[year], known.content == content {
                meaning.offers[year] = known
            }
            meaning.leftOut[year] = nil
            if meaning.strayed.remove(year) != nil { adopt(year, seen) }
        }
    }

    private func keep(_ year: Int, _ seen: Seen) {
        guard let content = seen.entries[year]?.content else {
            meaning.offers[year] = nil
            return
        }
        guard meaning.offers[year]?.content != content else { return bringForward(year, seen) }
        markOffered(year, content, seen)
    }

    /// A new key signs no time of publication that is still to come.
    private func bringForward(_ year: Int, _ seen: Seen) {
        guard let before = meaning.offers[year]?.published, before > seen.at,
            let published = seen.entries[year]?.published
        else { return }
        meaning.offers[year]?.published = min(before, published)
    }

    /// Takes what is seen for what is meant: nobody can say what was meant while a thief signed.
    private func adopt(_ year: Int, _ seen: Seen) {
        guard let entry = seen.entries[year], let content = entry.content else {
            meaning.offers[year] = nil
            return
        }
        markOffered(year, content, seen)
        // What we went back from ourselves is known, though nobody knows of the rest.
        meaning.rolledBack[year, default: []]
            .formUnion(entry.rolledBack.compactMap { catalogue.content($0) })
        meaning.offers[year]?.course = entry.waves.map {
            .init(percent: $0.percent, hours: $0.afterSeconds / 3_600)
        }
        meaning.offers[year]?.holdOffSeconds = Int64(entry.holdOffSeconds)
        meaning.offers[year]?.stoppedAt = entry.isStopped ? workshop.now : nil
    }

    private func followWaves(_ year: Int, _ waves: Step.Waves, _ seen: Seen) {
        if waves == .stop {
            let since = meaning.offers[year]?.stoppedAt ?? workshop.now
            meaning.offers[year]?.stoppedAt = since
        } else {
            meaning.offers[year]?.stoppedAt = nil
            meaning.offers[year]?.course = waves.course.map {
                .init(percent: $0.percent, hours: $0.hours)
            }
        }
    }

    /// Nothing is promised while a thief signs; what he may have changed is not held against anybody.
    func followBlindly(_ command: Command) {
        switch command.step {
        case .publish, .promote:
            meaning.rolledBack = [:]
            meaning.unsure.formUnion(HistoryMaker.years)
        case .rollback(let year, _):
            meaning.rolledBack[year] = []
            meaning.unsure.insert(year)
        case .recall(let year, let which, _):
            // Ours, but who knows of what: it may be refused.
            let content: Int? =
                if case .content(let named) = which { named } else { meaning.offers[year]?.content }
            if let content {
                meaning.stolenRecalls[year, default: []].insert(content)
                meaning.blindRecalls[year, default: []].insert(content)
            }
            meaning.unsure.insert(year)
        case .lift(let year, let which):
            lift(year, which)
            meaning.unsure.insert(year)
        case .waves(let year, _): meaning.unsure.insert(year)
        default: break
        }
    }

    // MARK: What must be seen

    /// What holds after every command.
    private func hold(_ command: Command, _ seen: Seen) throws {
        for (year, entry) in seen.entries {
            guard let content = entry.content, content != Catalogue.thiefsContent else {
                throw Break(
                    .recoveryWorks, "\(command.step.text) offers what is not ours, of \(year)")
            }
            let missing = (meaning.recalled[year] ?? []).filter { content in
                !(catalogue.version(year, content).map { entry.recalled.contains($0) } ?? true)
            }
            try require(
                missing.isEmpty, command, "no longer says of \(year) that \(missing) is recalled",
                .recalledStaysRecalled)
            try require(
                !meaning.isRolledBack(year, content), command,
                "offers content \(content) of \(year), which was rolled back", .rolledBackStaysBack)
            let meant = meaning.offers[year]?.content
            try require(
                meant == content, command,
                "offers content \(content) of \(year), meant is \(meant.map { "\($0)" } ?? "none")")
            if let mine = meaning.offers[year], mine.stoppedAt != nil {
                try require(
                    !entry.waves.isEmpty, command, "lets everybody follow \(year) after a stop",
                    .stoppedIsStopped)
            }
        }
        for year in meaning.offers.keys where seen.entries[year] == nil {
            throw Break(.commandIsDone, "\(command.step.text) no longer offers \(year)")
        }
    }

    /// A content that takes another's place must be one that may be offered.
    private func requireOffer(
        _ year: Int, _ content: Int, _ command: Command, mayBeNamed: Bool
    ) throws {
        if mayBeNamed { meaning.rolledBack[year]?.remove(content) }
        try require(
            !meaning.isRecalled(year, content), command, "offers \(content), which is recalled",
            .recalledStaysRecalled)
        try require(
            !meaning.isRolledBack(year, content), command,
            "offers \(content) of \(year), which was rolled back", .rolledBackStaysBack)
    }

    private func offered(_ year: Int, _ seen: Seen) throws -> Int {
        guard let content = seen.entries[year]?.content else {
            throw Break(.commandIsDone, "\(year) is no longer offered, or with an unknown content")
        }
        return content
    }

    private func markOffered(_ year: Int, _ content: Int, _ seen: Seen) {
        meaning.offers[year] = .init(
            content: content, published: seen.entries[year]?.published ?? workshop.now)
        meaning.past[year, default: []].insert(content)
    }

    private func require(
        _ holds: Bool, _ command: Command, _ words: String, _ promise: Promise = .commandIsDone
    ) throws {
        guard holds else { throw Break(promise, "\(command.step.text) \(words)") }
    }
}

extension Source {
    /// Whether the season stands for another one.
    fileprivate var isAlias: Bool {
        if case .alias = description { true } else { false }
    }
}
