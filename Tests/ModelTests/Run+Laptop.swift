import Files

@testable import BundlePublisher
@testable import SeasonAuthoring

/// A colleague's checkout: it runs commands against the same directory, commits nothing, and pulls rarely.
struct Laptop {
    /// Its folder of seasons.
    var folder: Folder
    /// The folder of both checkouts when they met last.
    var commonFolder: Folder
    /// The record of both when they met last.
    var commonRecord: DecisionRecord
    /// The environment, with the online key of that time.
    var variables: [String: String]
    /// How often the online key had been replaced then.
    var generation: Int
    /// Whether that key had signed nothing yet.
    var hasUnusedKey: Bool
    /// How many roots it knows.
    var roots: Int
}

/// What one checkout alone has decided: nobody else knows it once the key is replaced.
struct Uncommitted: Equatable {
    /// The seasons that it was about.
    var years: Set<Int> = []
    /// The contents that were recalled or lifted.
    var contents: [Int: Set<Int>] = [:]

    /// Adds what is another in one meaning than in an earlier one.
    mutating func add(_ meaning: Meaning, since earlier: Meaning) {
        for year in HistoryMaker.years {
            let recalls = meaning.allRecalled(year).symmetricDifference(earlier.allRecalled(year))
            let isSame =
                recalls.isEmpty && meaning.offers[year] == earlier.offers[year]
                && meaning.rolledBack[year] ?? [] == earlier.rolledBack[year] ?? []
            guard !isSame else { continue }
            years.insert(year)
            contents[year, default: []].formUnion(recalls)
        }
    }

    /// Adds all of another.
    mutating func add(_ other: Uncommitted) {
        years.formUnion(other.years)
        contents.merge(other.contents) { $0.union($1) }
    }
}

extension Meaning {
    /// What may be recalled of a season, whoever has recalled it.
    fileprivate func allRecalled(_ year: Int) -> Set<Int> {
        (recalled[year] ?? []).union(stolenRecalls[year] ?? [])
    }

    /// The key that signed it was replaced: what was not committed may hold or not.
    mutating func forget(_ uncommitted: Uncommitted) {
        unsure.formUnion(uncommitted.years)
        for year in uncommitted.years {
            let contents = uncommitted.contents[year] ?? []
            recalled[year]?.subtract(contents)
            stolenRecalls[year, default: []].formUnion(contents)
            blindRecalls[year, default: []].formUnion(contents)
            rolledBack[year] = []
            // The season was left out with a stop that only the old key had signed.
            leftOut[year] = nil
        }
    }
}

/// Steps at the laptop, and the steps by which it meets the main checkout.
extension Run {
    /// Does a step at the laptop; one that needs a root key does nothing there.
    ///
    /// - Throws: ``Break``.
    func runOnLaptop(_ step: Step) throws {
        if laptop == nil { try meet() }
        switch step {
        case .edit, .editAlone, .alias, .remove: try atLaptop { _ in try author(step) }
        case .publish, .rollback, .recall, .lift, .waves, .promote, .prune, .refresh:
            try atLaptop { try perform(step, at: $0) }
        default: return
        }
    }

    /// The laptop pulls the home and the folder of the main checkout, and pushes its own where only it has changed them.
    ///
    /// - Throws: where the disk fails.
    func meet() throws {
        if let laptop { try push(laptop) }
        let path = "\(workshop.root)/laptop"
        let copy = try workshop.checkout(as: "laptop/home")
        let before = laptop?.folder ?? Folder()
        try Files.createDirectoriesAndSync("\(path)/bundles")
        try folder.write(to: "\(path)/bundles", replacing: before)
        laptop = Laptop(
            folder: folder, commonFolder: folder,
            commonRecord: try DecisionFile(home: workshop.home).read(), variables: copy.variables,
            generation: generation, hasUnusedKey: meaning.awaitsPublish,
            roots: try workshop.home.roots().files.count)
        note("meet")
    }

    /// What only the laptop has changed becomes the main checkout's; of what both have, the main checkout's stays.
    private func push(_ laptop: Laptop) throws {
        let before = folder
        for year in HistoryMaker.years
        where folder.sources[year] == laptop.commonFolder.sources[year] {
            folder.sources[year] = laptop.folder.sources[year]
        }
        try Files.createDirectoriesAndSync(workshop.bundles)
        try folder.write(to: workshop.bundles, replacing: before)
        let name = DecisionFile.name
        let isOnlyTheirs =
            try DecisionFile(home: workshop.home).read() == laptop.commonRecord
            && Files.kind("\(workshop.root)/laptop/home/\(name)") != nil
        if isOnlyTheirs {
            try Workshop.copy(
                "\(workshop.root)/laptop/home/\(name)", to: "\(workshop.homePath)/\(name)")
        } else {
            lost.add(unpushed)
        }
        unpushed = Uncommitted()
    }

    /// Does something with the laptop's home and folder in the place of the main checkout's.
    private func atLaptop(_ body: (Laptop) throws -> Void) throws {
        guard let laptop else { return }
        let main = folder
        folder = laptop.folder
        workshop.isLaptop = true
        defer {
            self.laptop?.folder = folder
            folder = main
            workshop.isLaptop = false
        }
        try body(laptop)
    }

    private func perform(_ step: Step, at laptop: Laptop) throws {
        let hasOldKey = laptop.generation < generation
        let awaits = meaning.awaitsPublish
        if awaits || meaning.isTorn {
            // What each checkout decides between two keys is in its own record alone, until it signs.
            guard !meaning.hasDecidedBetweenKeys, !(hasOldKey && laptop.hasUnusedKey) else {
                return
            }
            if case .publish = step {} else if !hasOldKey || !awaits { return }
        }
        guard var command = Command(step, in: workshop, meaning, catalogue) else { return }
        command.variables = laptop.variables
        let before = try PublicState(workshop)
        let outcome = workshop.run(command.words, variables: command.variables)
        note("laptop \(step.text) → \(outcome.status) \(outcome.line)")
        let after = try PublicState(workshop)
        let rootsThere = try rootsThere()?.files.count ?? 0
        let isBehind = laptop.roots < rootsThere
        if isBehind, after.timestamp != before.timestamp {
            throw Break(
                .recoveryWorks, "\(step.text) of a laptop without the newest root was signed")
        }
        if !outcome.isGood, isBehind || hasOldKey {
            guard after == before else {
                throw Break(.nothingHappened, "\(step.text) of a laptop failed and left something")
            }
            return
        }
        let earlier = meaning
        // What is signed with the key before the newest is live until the main checkout publishes.
        if hasOldKey { meaning.awaitsPublish = false }
        defer { if hasOldKey { meaning.awaitsPublish = awaits } }
        try judge(command, outcome, before)
        if after.timestamp != before.timestamp { unpushed.add(meaning, since: earlier) }
    }
}
