import BundleFormat

/// A rule of the design that a history can break.
enum Rule: String, CaseIterable {
    case decisions, union, function, live, committed, containment, recalls
    case machines = "what a machine shows"
    case status = "the exit status"
    case failed = "the test itself"
}

/// A rule that was broken, and how.
struct Break: Error, CustomStringConvertible {
    let rule: Rule
    let text: String
    var step = 0

    init(_ rule: Rule, _ text: String) { (self.rule, self.text) = (rule, text) }

    var description: String { "\(rule.rawValue): \(text)" }
}

/// What a state says, in the plainest form.
///
/// Contents are small numbers; commits are counted.
struct State: Equatable {
    struct Given: Equatable {
        var content: Int
        var commit: Int
        var begun: Rollout?
    }

    struct Shown: Equatable {
        var content: Int
        var commit: Int
        var published: Int64
        var rollout: Rollout?
    }

    enum Action: Equatable {
        /// Nil shows nothing.
        case rollback(Int?)
        case again, recall, lift, stop
        case waves([Rollout.Wave], holdOff: Int?)

        var kind: String {
            switch self {
            case .rollback, .again: "show"
            case .recall, .lift: "recall"
            case .waves, .stop: "rollout"
            }
        }
    }

    struct Subject: Hashable {
        var year: Int
        var content: Int
        var kind: String
    }

    struct Decided: Equatable {
        var action: Action
        var since: Int64
    }

    var version: Int64 = 0
    /// The versions of all states before it.
    var after: Set<Int64> = []
    var decisions: [Subject: Decided] = [:]
    var given: [Int: Given] = [:]
    /// The commits that removed seasons.
    var removed: [Int: Int] = [:]
    var shown: [Int: Shown] = [:]
    /// The contents shown before, newest first, with the rollout that each began with.
    var offered: [Int: [Given]] = [:]
    var withdrawn: Set<Int> = []
    /// What the list of the last rotation has as given, and what a command found in older states; no state signs it.
    var listed: [Int: [Given]] = [:]

    /// The same but for its place among the states.
    func saysTheSame(as other: State) -> Bool {
        var copy = other
        (copy.version, copy.after) = (version, after)
        return self == copy
    }
}

// MARK: - The rules

extension State {
    /// Rule 1: the later one counts.
    ///
    /// No two commands of a history are of one second.
    mutating func add(_ subject: Subject, _ decided: Decided) {
        if let there = decisions[subject], there.since >= decided.since { return }
        decisions[subject] = decided
    }

    mutating func decide(_ year: Int, _ content: Int, _ action: Action, at now: Int64) {
        add(
            Subject(year: year, content: content, kind: action.kind),
            Decided(action: action, since: now))
    }

    /// Rule 1: a rollback also says `again B` and `waves B all`.
    mutating func show(_ year: Int, _ content: Int, insteadOf last: Int, at now: Int64) {
        if content != last { decide(year, last, .rollback(content), at: now) }
        decide(year, content, .again, at: now)
        decide(year, content, .waves([], holdOff: nil), at: now)
    }

    private func action(_ year: Int, _ content: Int, _ kind: String) -> Action? {
        decisions[Subject(year: year, content: content, kind: kind)]?.action
    }

    func isRecalled(_ year: Int, _ content: Int) -> Bool {
        action(year, content, "recall") == .recall
    }

    func isReplaced(_ year: Int, _ content: Int) -> Bool {
        if case .rollback? = action(year, content, "show") { true } else { false }
    }

    /// The contents from the given one along its replacements; `isNothing` if they end at nothing.
    func path(_ year: Int) -> (contents: [Int], isNothing: Bool, isCircle: Bool) {
        guard let given = given[year] else { return ([], false, false) }
        var contents = [given.content]
        while case .rollback(let next)? = action(year, contents[contents.count - 1], "show") {
            guard let next else { return (contents, true, false) }
            if contents.contains(next) { return (contents, false, true) }
            contents.append(next)
        }
        return (contents, false, false)
    }

    /// Rules 1, 3, 7: what is shown, from what was live.
    mutating func apply(_ live: State?, at now: Int64) {
        withdrawn = []
        let before = live?.shown ?? [:]
        var shown: [Int: Shown] = [:]
        for year in given.keys {
            let path = path(year)
            let present = before[year]?.content
            var content: Int?
            if path.isNothing {
                content = nil
            } else if path.isCircle {
                content = present.flatMap { isRecalled(year, $0) ? nil : $0 }
            } else if let last = path.contents.last, !isRecalled(year, last) {
                content = last
            } else {
                let candidates = [present].compactMap { $0 } + (offered[year] ?? []).map(\.content)
                content = candidates.first { !isRecalled(year, $0) && !isReplaced(year, $0) }
            }
            guard let content else {
                withdrawn.insert(year)
                continue
            }
            let isSame = present == content
            shown[year] = Shown(
                content: content,
                commit: isSame
                    ? before[year]?.commit ?? 0 : origin(year, content, live).commit,
                published: isSame ? before[year]?.published ?? now : now,
                rollout: rollout(year, content, live))
        }
        for (year, old) in before where shown[year]?.content != old.content {
            let now = shown[year]?.content
            let known = origin(year, old.content, live)
            var list = [known] + (offered[year] ?? []).filter { $0.content != old.content }
            if now == given[year]?.content { list.removeAll { $0.content == now } }
            offered[year] = Array(list.prefix(8))
        }
        self.shown = shown
    }

    /// What is known of a content: as it was given, or shown before.
    func origin(_ year: Int, _ content: Int, _ live: State?) -> Given {
        known(year, content, live) ?? Given(content: content, commit: 0)
    }

    /// The same; nil if nothing names the content.
    func known(_ year: Int, _ content: Int, _ live: State?) -> Given? {
        let known =
            [given[year], live?.given[year]].compactMap { $0 } + (offered[year] ?? [])
            + (live?.offered[year] ?? []) + (listed[year] ?? [])
        // What is shown names its commit, too.
        let present = live?.shown[year].map { Given(content: $0.content, commit: $0.commit) }
        return (known + [present].compactMap { $0 }).first { $0.content == content }
    }

    private func rollout(_ year: Int, _ content: Int, _ live: State?) -> Rollout? {
        let begun = origin(year, content, live).begun
        switch action(year, content, "rollout") {
        case .waves(let waves, let holdOff)?:
            let holdOff = holdOff ?? begun?.holdOffSeconds ?? 0
            return waves.isEmpty && holdOff == 0
                ? nil : Rollout(waves: waves, holdOffSeconds: holdOff)
        case .stop?: return (begun ?? .everyone).stopped
        default: return begun
        }
    }
}

/// A checkout: which commits it has, and what its home has seen.
struct DeskModel {
    /// The number of its newest commit.
    var head = 0
    var seen: [State] = []

    /// Rule 2 keeps what a home has ever seen; a state that came after another one and has its decisions stands for it.
    mutating func see(_ state: State) {
        seen.removeAll { old in
            state.version == old.version
                || state.after.contains(old.version)
                    && old.decisions.allSatisfy { subject, decided in
                        (state.decisions[subject]?.since ?? 0) >= decided.since
                    }
        }
        if !seen.contains(where: { $0.version == state.version }) { seen.append(state) }
    }

    /// Rule 4, and rule 2's union.
    func live(_ there: State?) -> (state: State?, lost: [State]) {
        let later = seen.filter { there == nil || $0.after.contains(there?.version ?? 0) }
        let newest =
            later.filter { one in !later.contains { $0.after.contains(one.version) } }
            .max { $0.version < $1.version } ?? there
        guard let newest else { return (nil, []) }
        let lost = seen.filter {
            $0.version != newest.version && !newest.after.contains($0.version)
        }
        return (newest, lost)
    }
}
