import BundleFormat
import Files

@testable import BundlePublisher

/// Authors change folders and lines, and git moves both between checkouts.
extension Run {
    /// Does what an author does.
    func author(_ step: Step, at checkout: inout Checkout) throws {
        let (year, content) = (step.number(0), step.number(1) ?? 1)
        switch (step.verb, year) {
        case (.edit, let year?):
            try checkout.change { $0.sources[year] = Source(content: content, table: content) }
        case (.spoil, let year?):
            try checkout.change { $0.sources[year]?.table = 0 }
        case (.remove, let year?) where checkout.folder.sources.count > 1:
            try checkout.change { $0.sources[year] = nil }
        case (.commit, _): commit(&checkout)
        case (.hand, _), (.handLate, _): try write(step, at: checkout)
        default: return
        }
    }

    /// Commits what a checkout has, if anything is new.
    func commit(_ checkout: inout Checkout) {
        let head = checkout.head
        guard head?.folder != checkout.folder || head?.lines != checkout.text else { return }
        let commit = Commit(
            number: commits.count, time: workshop.now, folder: checkout.folder,
            lines: checkout.text)
        commits.append(commit)
        checkout.head = commit
    }

    /// An author adds a line in an editor: at the top, with other spaces and line ends, and perhaps with an older time.
    private func write(_ step: Step, at checkout: Checkout) throws {
        guard let deed = step.word(0), let year = step.number(1),
            let content = step.number(2).flatMap({ catalogue.version(year, $0) })
        else { return }
        let decided: Decision.Deed
        switch deed {
        case "recall": decided = .recall
        case "lift": decided = .lift
        case "again": decided = .again
        case "stop": decided = .stop
        case "waves":
            guard let course = Course(Step.courses[step.word(3) ?? ""] ?? "") else { return }
            decided = .waves(course)
        default:
            guard let target = step.number(3).flatMap({ catalogue.version(year, $0) }),
                target != content
            else { return }
            decided = .rollback(to: target)
        }
        // The rules give no order to lines of one time.
        let times = Set(checkout.lines.all.map(\.time))
        let isLate = step.verb == .handLate
        var time = workshop.now - (isLate ? 7_200 : 0)
        while times.contains(time) { time += isLate ? -1 : 1 }
        let line = Line(time, Decision(year: year, content: content, deed: decided))
        let row = line.text.replacing(" ", with: "  ", maxReplacements: 1)
        try checkout.write(row + "   # by hand\r\n" + checkout.text)
        note("\(step.text): \(line.text)")
    }

    /// A fresh clone of a commit of the main checkout: no keys, nothing seen, the online key as a secret.
    func clone(_ commitsAgo: Int) throws -> Checkout {
        var clone = Checkout(path: "\(workshop.root)/ci", root: main.root)
        try Files.removeTree(clone.path)
        let mains = commits.prefix { $0.number <= main.head?.number ?? 0 }
        let head = mains.dropLast(min(commitsAgo, mains.count - 1)).last
        try setUp(&clone, at: head)
        return clone
    }

    /// Puts a commit and the online key into an empty checkout.
    private func setUp(_ checkout: inout Checkout, at head: Commit?) throws {
        try Files.createDirectoriesAndSync(checkout.home)
        for name in try Files.names(in: main.home) where !["keys", "seen"].contains(name) {
            try Workshop.copy("\(main.home)/\(name)", to: "\(checkout.home)/\(name)")
        }
        try checkout.change { $0 = head?.folder ?? SeasonsFolder() }
        try checkout.write(head?.lines ?? "")
        (checkout.head, checkout.base) = (head, head)
        checkout.variables = try keyVariables()
    }

    /// The environment with the main checkout's online key.
    private func keyVariables() throws -> [String: String] {
        let home = Home(path: main.home)
        // A publisher who was cut off in the middle of a rotation has the new key, and gives it to CI.
        let isCutOff =
            try OnlineKey.file(at: home.nextOnlineKeyPath, namedBy: home.roots().next()) != nil
        let path = isCutOff ? home.nextOnlineKeyPath : home.onlineKeyPath
        let key = try Files.read(path, lengthBytesMax: 1 << 12)
        return [OnlineKey.environmentName: String(decoding: key, as: UTF8.self)]
    }

    /// Both checkouts commit, and git merges: of a season that both have changed the main checkout's stays, and
    /// `decisions.txt` keeps the lines of both.
    func meet() throws {
        commit(&main)
        guard var laptop else {
            var fresh = Checkout(path: "\(workshop.root)/laptop", root: main.root)
            try setUp(&fresh, at: main.head)
            laptop = fresh
            return note("meet")
        }
        commit(&laptop)
        let base = laptop.base
        var folder = main.folder
        for year in HistoryMaker.years where folder.sources[year] == base?.folder.sources[year] {
            folder.sources[year] = laptop.folder.sources[year]
        }
        let rows = Set(main.text.split(whereSeparator: \.isNewline))
        let more = laptop.text.split(whereSeparator: \.isNewline).filter { !rows.contains($0) }
        let ours = main.text.isEmpty || main.text.hasSuffix("\n") ? main.text : main.text + "\n"
        let text = ours + more.map { "\($0)\n" }.joined()
        pass(1)
        for checkout in [main, laptop] { try checkout.write(text) }
        try main.change { $0 = folder }
        try laptop.change { $0 = folder }
        commit(&main)
        (main.base, laptop.head, laptop.base) = (main.head, main.head, main.head)
        try copyRoots(to: laptop)
        laptop.variables = try keyVariables()
        self.laptop = laptop
        note("meet")
    }

    /// Roots are committed, too.
    private func copyRoots(to laptop: Checkout) throws {
        try Workshop.copy("\(main.home)/metadata", to: "\(laptop.home)/metadata")
    }
}
