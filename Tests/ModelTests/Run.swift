import BundleFormat

/// A history on the disk and in the model, step by step; every difference breaks a rule.
final class Run {
    private let world: World
    private let history: History
    private(set) var log: [String] = []

    // The authors' side: what each commit has, and which one changed a season last.
    private var folders: [[Int: Int]] = [[:], [2024: 0, 2025: 0]]
    private var changed: [[Int: Int]] = [[:], [2024: 1, 2025: 1]]
    private var desks = ["main": DeskModel(head: 1), "laptop": DeskModel(head: 1)]
    /// What is in the directory.
    private var there: State?
    /// Whether a thief's state is there, which counts for nothing.
    private var isStolen = false
    private var machines = Machines()
    /// What each state shows whose files are in the directory, oldest first.
    private var past: [[Int: State.Shown]] = []
    private var copies: [(number: Int, state: State?, past: [[Int: State.Shown]])] = []

    init(_ history: History, in place: String) throws {
        self.history = history
        world = try World(in: place)
    }

    deinit { world.remove() }

    /// Runs the history; nil if it breaks no rule.
    func firstBreak() -> Break? {
        do {
            try command("main", ["publish"]) { state, live in self.publish("main", &state, live) }
        } catch {
            return named(error, 0)
        }
        for (at, step) in history.steps.enumerated() {
            do {
                log.append(step.text)
                try take(step)
            } catch {
                return named(error, at + 1)
            }
        }
        return nil
    }

    private func named(_ error: any Error, _ step: Int) -> Break {
        var broken = error as? Break ?? Break(.failed, "\(error)")
        broken.step = step
        return broken
    }

    private func take(_ step: Step) throws {
        let desk = step.isLaptop ? "laptop" : "main"
        let (year, now) = (step.year, world.now + 10)
        switch step.verb {
        case .edit: try edit(year, step.choice(1) % 6)
        case .remove: try edit(year, nil)
        case .pull:
            try world.pull()
            desks["laptop"]?.head = folders.count - 1
        case .publish:
            let course = step.choice(3) < 2 ? Course.all[1 + step.choice(1) % 2] : nil
            let words = course.map { ["--waves"] + $0.words } ?? []
            try command(desk, ["publish"] + words) { state, live in
                self.publish(
                    desk, &state, live, begun: course.map { Rollout(waves: $0.waves) } ?? nil)
            }
        case .refresh: try command(desk, ["refresh"]) { _, _ in 0 }
        case .rollback: try rollback(step, desk, year, now)
        case .again:
            try command(desk, ["again", "\(year)"]) { state, _ in
                guard let given = state.given[year]?.content else { return 1 }
                guard !state.isRecalled(year, given) else { return 1 }
                if state.isReplaced(year, given) { state.decide(year, given, .again, at: now) }
                return 0
            }
        case .recall: try recall(step, desk, year, now)
        case .lift:
            let content = step.choice(1) % 6
            try command(desk, ["lift", "\(year)", hex(year, content)]) { state, _ in
                let subject = State.Subject(year: year, content: content, kind: "recall")
                guard let there = state.decisions[subject] else { return 1 }
                if there.action == .recall { state.decide(year, content, .lift, at: now) }
                return 0
            }
        case .waves:
            let course = step.choice(1) % 6 == 5 ? nil : Course.all[step.choice(1) % 5]
            try command(desk, ["waves", "\(year)"] + (course?.words ?? ["stop"])) { state, live in
                guard state.given[year] != nil, let shown = live?.shown[year]?.content else {
                    return 1
                }
                let action =
                    course.map { State.Action.waves($0.waves, holdOff: $0.holdOff) } ?? .stop
                let subject = State.Subject(year: year, content: shown, kind: "rollout")
                if state.decisions[subject]?.action != action {
                    state.decide(year, shown, action, at: now)
                }
                return 0
            }
        case .restore:
            let copies = copies.filter { $0.state != nil }
            guard !copies.isEmpty else { return }
            let copy = copies[copies.count - 1 - step.choice(0) % min(copies.count, 3)]
            try world.restore(copy.number)
            (there, isStolen, past) = (copy.state, false, copy.past)
        case .rotate: try rotate()
        case .kill:
            let words = step.choice(1) % 2 == 0 ? ["publish"] : ["waves", "\(year)", "stop"]
            try world.kill(desk, words, after: step.choice(2))
            // Rule 2: it has decided nothing.
            try machines.poll(world, there)
        case .steal:
            guard try world.steal() else { return }
            (there, isStolen) = (nil, true)
            try machines.poll(world, nil)
        }
    }

    private func hex(_ year: Int, _ content: Int) -> String {
        world.versions[year]?[content].hex ?? ""
    }

    private func edit(_ year: Int, _ content: Int?) throws {
        var (folder, last) = (folders[folders.count - 1], changed[changed.count - 1])
        guard folder[year] != content, content != nil || folder.count > 1 else { return }
        try world.write(year, content)
        try world.commit()
        folder[year] = content
        last[year] = folders.count
        folders.append(folder)
        changed.append(last)
        desks["main"]?.head = folders.count - 1
    }

    private func rollback(_ step: Step, _ desk: String, _ year: Int, _ now: Int64) throws {
        let target = step.choice(1)
        let word = target == 7 ? "embedded" : hex(year, target % 6)
        let words = target == 6 ? [] : ["--to", word]
        try command(desk, ["rollback", "\(year)"] + words) { state, live in
            let path = state.path(year)
            guard let last = path.contents.last else { return 1 }
            let shown = live?.shown[year]?.content
            if target == 7 {
                if shown != nil || !path.isNothing {
                    state.decide(year, last, .rollback(nil), at: now)
                }
                return 0
            }
            var content = target % 6
            if target == 6 {
                let earlier = (state.offered[year] ?? []).first {
                    $0.content != (shown ?? last) && !state.isRecalled(year, $0.content)
                        && !state.isReplaced(year, $0.content)
                }
                guard let earlier else { return 1 }
                content = earlier.content
            } else {
                guard !state.isRecalled(year, content) else { return 1 }
                guard content != shown else { return 0 }
                // The rules say nothing about a content that was never published, because it has no zip. No history asks for one.
                guard self.wasPublished.contains("\(year) \(content)") else { return nil }
                // What nothing else knows is looked for in the older states of the directory.
                let old = self.past.compactMap { $0[year] }.last { $0.content == content }
                if let old, state.known(year, content, live) == nil {
                    state.listed[year, default: []].append(
                        State.Given(content: content, commit: old.commit))
                }
            }
            state.show(year, content, insteadOf: last, at: now)
            return 0
        }
    }

    private func recall(_ step: Step, _ desk: String, _ year: Int, _ now: Int64) throws {
        let content = step.choice(1) % 6
        let isEmbedded = step.choice(2) == 0
        let words = isEmbedded ? ["--to", "embedded"] : []
        try command(desk, ["recall", "\(year)", hex(year, content)] + words) { state, _ in
            if !state.isRecalled(year, content) { state.decide(year, content, .recall, at: now) }
            if isEmbedded, state.path(year).contents.last == content {
                state.decide(year, content, .rollback(nil), at: now)
            }
            return 0
        }
    }

    private var wasPublished: Set<String> = []

    // MARK: - Publishing

    /// Rules 5 and 6: what HEAD has, as far as its commits contain the live ones; the result is the exit status.
    private func publish(
        _ desk: String, _ state: inout State, _ live: State?, begun: Rollout? = nil,
        beginsAnew: Bool = false
    ) -> Int32? {
        let head = desks[desk]?.head ?? 0
        var isHeld = false
        for year in [2024, 2025] {
            let (content, commit) = (folders[head][year], changed[head][year] ?? 0)
            let (old, removed) = (state.given[year], state.removed[year])
            let containsLive = commit >= (old?.commit ?? removed ?? 0)
            if let content {
                if let old, old.content == content {
                    // Which commits the live one contains, a checkout without it cannot tell.
                    state.given[year]?.commit =
                        old.commit <= head ? max(commit, old.commit) : commit
                    if beginsAnew { state.given[year]?.begun = begun }
                } else if containsLive {
                    state.given[year] = State.Given(content: content, commit: commit, begun: begun)
                    state.removed[year] = nil
                } else {
                    isHeld = true
                }
            } else if old != nil {
                guard containsLive, commit > 0 else {
                    isHeld = true
                    continue
                }
                (state.given[year], state.removed[year]) = (nil, commit)
            }
        }
        return isHeld ? 4 : 0
    }

    private func rotate() throws {
        let desk = desks["main"] ?? DeskModel()
        let (live, _) = desk.live(there)
        guard var state = live else { return }
        for seen in desk.seen {
            for (subject, decided) in seen.decisions { state.add(subject, decided) }
        }
        try world.keepKey()
        let outcome = world.run("main", ["keys", "rotate-online"])
        guard outcome.status == 0 else { throw Break(.status, "rotate: \(outcome.text)") }
        try world.shareKeys()
        // Nothing that was signed counts: what is shown begins anew.
        for (year, shown) in state.shown where shown.content != state.given[year]?.content {
            let known = state.origin(year, shown.content, live)
            let rest = (state.offered[year] ?? []).filter { $0.content != shown.content }
            state.offered[year] = [known] + rest
        }
        func anew(_ known: State.Given) -> State.Given {
            State.Given(content: known.content, commit: known.commit)
        }
        state.offered = state.offered.mapValues { $0.map(anew) }
        state.listed = state.given.mapValues { [anew($0)] }
        (state.after, state.shown, state.version) = ([], [:], 0)
        for name in desks.keys { desks[name]?.seen = [] }
        copies = []
        try command("main", ["publish"], onto: state) { state, live in
            self.publish("main", &state, live, beginsAnew: true)
        }
    }

    /// Runs a command, and compares what it signs with what the rules say.
    ///
    /// - Parameter decide: changes what is given and decided; the result is the exit status. Nil skips the step.
    private func command(
        _ desk: String, _ words: [String], onto rotated: State? = nil,
        _ decide: (inout State, State?) -> Int32?
    ) throws {
        guard var model = desks[desk] else { return }
        let (live, lost) = rotated == nil ? model.live(there) : (rotated, [])
        var next = live ?? State()
        for other in model.seen {
            for (subject, decided) in other.decisions { next.add(subject, decided) }
        }
        let now = world.now + 10
        // Rule 4: nothing that is there counts, and this home has seen nothing that does.
        let isLost = isStolen && live == nil
        guard let status = isLost ? 1 : decide(&next, live) else { return }
        // A state of a superseded key counts for nothing: the thief's stands for all of them.
        if rotated == nil { copies.append((try world.save(), there, past)) }
        let outcome = world.run(desk, words)
        guard outcome.status == status else {
            throw Break(
                .status, "\(desk) \(words): \(outcome.status), not \(status): \(outcome.text)")
        }
        let signed = try world.signed()
        guard status == 0 || status == 4 else {
            guard signed?.version == there?.version else {
                throw Break(.decisions, "\(desk) \(words) failed and signed")
            }
            return
        }
        if words[0] != "refresh" { next.apply(live, at: now) } else if let live { next = live }
        next.version = signed?.version ?? 0
        next.after = (live?.after ?? []).union(lost.map(\.version))
        if let live, rotated == nil { next.after.insert(live.version) }
        guard let signed else { throw Break(.live, "nothing is live after \(words)") }
        if signed.version == live?.version {
            guard let live, signed.saysTheSame(as: emptied(live)) else {
                throw Break(.live, "\(desk) \(words) leaves \(signed), not \(live as State?)")
            }
            next = live
        }
        try compare(signed, next, "\(desk) \(words)")
        for (year, shown) in next.shown { wasPublished.insert("\(year) \(shown.content)") }
        past.append(next.shown)
        (there, isStolen) = (next, false)
        model.see(next)
        desks[desk] = model
        try machines.poll(world, next, isOfNewKey: rotated != nil)
    }

    /// Without what a signed state does not say in our form.
    private func emptied(_ state: State) -> State {
        var state = state
        (state.after, state.listed) = ([], [:])
        return state
    }

    private func compare(_ signed: State, _ expected: State, _ what: String) throws {
        func require<Value: Equatable>(
            _ rule: Rule, _ name: String, _ found: Value, _ wanted: Value
        ) throws {
            guard found == wanted else {
                throw Break(rule, "\(what): \(name) is \(found), not \(wanted)")
            }
        }
        try require(.union, "decided", signed.decisions, expected.decisions)
        try require(.containment, "given", signed.given, expected.given)
        try require(.committed, "removed", signed.removed, expected.removed)
        try require(.recalls, "withdrawn", signed.withdrawn, expected.withdrawn)
        try require(.function, "shown", signed.shown, expected.shown)
        try require(
            .function, "offered", signed.offered.filter { !$0.value.isEmpty },
            expected.offered.filter { !$0.value.isEmpty })
    }
}
