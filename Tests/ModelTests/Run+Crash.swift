import Files
import JSON

/// A command that is killed between two of its writes.
extension Run {
    /// Leaves what a command leaves that is killed after so many writes; then the same command again, on a copy.
    ///
    /// The command runs to its end on a copy; its report says what it wrote and in which order, and so
    /// many of these files are put where they belong.
    func crash(_ step: Step, after count: Int, at checkout: inout Checkout) throws {
        let before = try situation(of: &checkout)
        guard let asked = Asked(step, before), step.verb != .prune, step.verb != .pull else {
            return
        }
        let result = "\(workshop.root)-result"
        defer { try? Files.removeTree(result) }
        let outcome = try workshop.attempt {
            let outcome = workshop.run(asked.words + ["--json"], variables: checkout.variables)
            try workshop.copyParts(to: result)
            return outcome
        }
        let site = before.site.dropFirst(workshop.root.count + 1)
        guard outcome.status == 0,
            let writes = Self.writes(outcome.text, below: workshop.root, "\(site)/"),
            count < writes.count
        else { return try perform(step.by(step.actor), at: &checkout) }
        try leave(Array(writes.prefix(count)), of: result, before)
        note("crash after \(count) of \(writes.count) writes: \(step.text)")
        let after = try situation(of: &checkout)
        let isNewRoot = writes.prefix(count).contains { $0.hasSuffix(".root.json") }
        guard isNewRoot || after.view.signed == before.view.signed else {
            throw Break(.live, "\(step.text) was killed and is live")
        }
        for line in after.lines.all.subtracting(before.lines.all) where !asked.mayAdd(line.decision)
        {
            throw Break(.failure, "\(step.text) was killed and left: \(line.text)")
        }
        // The same command again goes through: tried on a copy, so that the history may go on otherwise.
        let again = try workshop.attempt {
            workshop.run(asked.words, variables: checkout.variables)
        }
        // A root that is there already is not made again: the next publish takes it.
        guard again.status == 0 || asked.mayFail else {
            throw Break(.failure, "killed, and again \(step.text): \(again.text)")
        }
    }

    /// Puts the first files that a command wrote where they belong.
    private func leave(_ writes: [String], of result: String, _ before: Situation) throws {
        let home = before.checkout.home.dropFirst(workshop.root.count + 1)
        // A line is written before anything that says it.
        let lines = "\(home)/decisions.txt"
        for path in (writes.isEmpty ? [] : [lines]) + writes {
            guard try Files.kind("\(result)/\(path)") != nil else { continue }
            try Files.createDirectoriesAndSync(Paths.parent(of: "\(workshop.root)/\(path)"))
            // A new online key takes the old one's place only when the command is over.
            let place = path.replacing("keys/online.key", with: "keys/online-next.key")
            try Workshop.copy("\(result)/\(path)", to: "\(workshop.root)/\(place)")
        }
        try Files.replaceFileWithoutSync(at: "\(before.site)/metadata/.tmp-1-1", with: [1])
    }

    /// What a command has written, in order, relative to the workshop's folder.
    private static func writes(_ text: String, below root: String, _ site: String) -> [String]? {
        guard let start = text.firstIndex(of: "{"),
            let json = try? JSON.parse(Array(text[start...].utf8))
        else { return nil }
        func paths(_ json: JSON, _ folder: String) -> [String] {
            (json["written"]?.arrayValue ?? []).compactMap(\.stringValue).map { path in
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
