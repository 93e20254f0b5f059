/// Steps as words, so that a history fits into a line that somebody can type.
extension Step {
    /// The words.
    var text: String {
        switch self {
        case .edit(let year, let content): "edit \(year) \(content)"
        case .editAlone(let year, let content): "edit-alone \(year) \(content)"
        case .alias(let year, let other): "alias \(year) \(other)"
        case .remove(let year): "remove \(year)"
        case .publish(let terms): "publish\(terms.text)"
        case .rollback(let year, let content):
            "rollback \(year)" + (content.map { " \($0)" } ?? "")
        case .recall(let year, let which, let replacement):
            "recall \(year) \(which.text) \(replacement.text)"
        case .lift(let year, let which): "lift \(year) \(which.text)"
        case .waves(let year, let waves): "waves \(year) \(waves.rawValue)"
        case .publishBeta: "publish-beta"
        case .promote(let year): "promote" + (year.map { " \($0)" } ?? "")
        case .prune: "prune"
        case .refresh: "refresh"
        case .rotate(let publishes): publishes ? "rotate-to" : "rotate"
        case .addRoot: "add-root"
        case .removeRoot: "remove-root"
        case .renewRoot: "renew-root"
        case .threshold(let count): "threshold \(count)"
        case .crash(let writes, let step): "crash \(writes) \(step.text)"
        case .locked(let step): "locked \(step.text)"
        case .elsewhere(let step): "elsewhere \(step.text)"
        case .laptop(let step): "laptop \(step.text)"
        case .meet: "meet"
        case .askew(let hours, let step): "askew \(hours) \(step.text)"
        case .rewound(let count, let step): "rewound \(count) \(step.text)"
        case .restored(let count, let step): "restored \(count) \(step.text)"
        case .cache(let cache): "cache \(cache.rawValue)"
        case .wait(let hours): "wait \(hours)"
        case .thief(let theft): "thief \(theft.rawValue)"
        case .recover: "recover"
        case .machine(let machine, let deed): "m\(machine) \(deed.text)"
        }
    }

    /// Reads the words; nil where they are no step.
    init?(_ text: String) {
        self.init(text.split(separator: " ").map(String.init)[...])
    }

    private init?(_ words: ArraySlice<String>) {
        guard let first = words.first else { return nil }
        let rest = words.dropFirst()
        let numbers = rest.map { Int($0) }
        func number(_ at: Int) -> Int? { numbers.indices.contains(at) ? numbers[at] : nil }
        func word(_ at: Int) -> String? { rest.dropFirst(at).first }
        if first.hasPrefix("m"), let machine = Int(first.dropFirst()) {
            guard let deed = Deed(Array(rest)) else { return nil }
            self = .machine(machine, deed)
            return
        }
        let isNumbered = ["crash", "askew", "rewound", "restored"].contains(first)
        if isNumbered || ["locked", "elsewhere", "laptop"].contains(first) {
            guard let step = Step(rest.dropFirst(isNumbered ? 1 : 0)) else { return nil }
            switch first {
            case "locked": self = .locked(step)
            case "elsewhere": self = .elsewhere(step)
            case "laptop": self = .laptop(step)
            case "crash": self = .crash(number(0) ?? 0, step)
            case "rewound": self = .rewound(number(0) ?? 1, step)
            case "restored": self = .restored(number(0) ?? 1, step)
            default: self = .askew(number(0) ?? 0, step)
            }
            return
        }
        switch first {
        case "publish": self = .publish(Terms(Array(rest)))
        case "publish-beta": self = .publishBeta
        case "promote": self = .promote(number(0))
        case "prune": self = .prune
        case "refresh": self = .refresh
        case "rotate": self = .rotate(publishes: false)
        case "rotate-to": self = .rotate(publishes: true)
        case "add-root": self = .addRoot
        case "remove-root": self = .removeRoot
        case "renew-root": self = .renewRoot
        case "recover": self = .recover
        case "meet": self = .meet
        default:
            guard let step = Self.withParameters(first, number, word) else { return nil }
            self = step
        }
    }

    private static func withParameters(
        _ name: String, _ number: (Int) -> Int?, _ word: (Int) -> String?
    ) -> Step? {
        switch name {
        case "cache": return word(0).flatMap { Cache(rawValue: $0) }.map { .cache($0) }
        case "thief": return word(0).flatMap { Theft(rawValue: $0) }.map { .thief($0) }
        default: break
        }
        guard let first = number(0) else { return nil }
        switch name {
        case "edit": return number(1).map { .edit(first, content: $0) }
        case "edit-alone": return number(1).map { .editAlone(first, content: $0) }
        case "alias": return number(1).map { .alias(first, of: $0) }
        case "remove": return .remove(first)
        case "rollback": return .rollback(first, to: number(1))
        case "recall":
            guard let which = word(1).flatMap(Which.init), let to = word(2) else { return nil }
            return Replacement(to).map { .recall(first, which, to: $0) }
        case "lift": return word(1).flatMap(Which.init).map { .lift(first, $0) }
        case "waves": return word(1).flatMap { Waves(rawValue: $0) }.map { .waves(first, $0) }
        case "threshold": return .threshold(first)
        case "wait": return .wait(hours: first)
        default: return nil
        }
    }
}

extension Step.Terms {
    fileprivate var text: String {
        (waves.map { " waves=\($0.rawValue)" } ?? "") + (holdsOff ? " hold-off" : "")
            + (again.map { " again=\($0)" } ?? "") + (isForced ? " force" : "")
    }

    fileprivate init(_ words: [String]) {
        for word in words {
            let value = word.split(separator: "=").last.map(String.init) ?? ""
            switch word.split(separator: "=").first {
            case "waves": waves = Step.Waves(rawValue: value)
            case "again": again = Int(value)
            case "hold-off": holdsOff = true
            case "force": isForced = true
            default: break
            }
        }
    }
}

extension Step.Which {
    fileprivate var text: String {
        switch self {
        case .live: "live"
        case .content(let content): "\(content)"
        }
    }

    fileprivate init?(_ word: String) {
        if word == "live" {
            self = .live
        } else if let content = Int(word) {
            self = .content(content)
        } else {
            return nil
        }
    }
}

extension Step.Replacement {
    fileprivate var text: String {
        switch self {
        case .previous: "previous"
        case .embedded: "embedded"
        case .content(let content): "\(content)"
        }
    }

    fileprivate init?(_ word: String) {
        switch word {
        case "previous": self = .previous
        case "embedded": self = .embedded
        default:
            guard let content = Int(word) else { return nil }
            self = .content(content)
        }
    }
}

extension Step.Deed {
    fileprivate var text: String {
        switch self {
        case .poll: "poll"
        case .pin(let year, let content): "pin \(year) \(content)"
        case .unpin(let year): "unpin \(year)"
        case .hold: "hold"
        case .resume: "resume"
        case .rollback(let year): "rollback \(year)"
        case .reset: "reset"
        case .upgrade: "upgrade"
        case .pollCopy: "poll-copy"
        case .pollAway: "poll-away"
        }
    }

    fileprivate init?(_ words: [String]) {
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch (words.first, numbers.count) {
        case ("poll", 0): self = .poll
        case ("poll-copy", 0): self = .pollCopy
        case ("poll-away", 0): self = .pollAway
        case ("hold", 0): self = .hold
        case ("resume", 0): self = .resume
        case ("reset", 0): self = .reset
        case ("upgrade", 0): self = .upgrade
        case ("unpin", 1): self = .unpin(numbers[0])
        case ("rollback", 1): self = .rollback(numbers[0])
        case ("pin", 2): self = .pin(numbers[0], numbers[1])
        default: return nil
        }
    }
}
