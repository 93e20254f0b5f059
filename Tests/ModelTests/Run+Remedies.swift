import ArgumentParser

import BundleFormat

@testable import BundlePublisher
@testable import SeasonAuthoring

/// People do what messages tell them to do.
extension Run {
    /// The most words of a command that a message prints.
    private static let wordsMax = 12
    /// How many remedies one leads to at most before it counts as a circle.
    static let remediesMax = 4

    /// Follows the remedy of a message, on a copy; nothing where it names no command.
    ///
    /// - Throws: ``Break`` where none of the commands that it names helps.
    func followRemedy(of outcome: Workshop.Outcome, to command: Command) throws {
        guard command.offset == 0, outcome.status != 64, meaning.theft != .running else { return }
        let live = command.step.season.flatMap { year in
            meaning.offers[year].flatMap { catalogue.version(year, $0.content)?.short }
        }
        // What a message leaves to its reader: the content that is live.
        let text = outcome.text.replacing("VERSION", with: live ?? "VERSION")
        // A folder that has no season, or what is recalled, is its authors' to put right.
        guard
            !text.contains("bundle-publish publish")
                || !folder.contents.isEmpty
                    && !folder.contents.contains(where: { meaning.mayBeRefused($0, $1) })
        else { return }
        let remedies = Self.remedies(text, workshop, command.words)
        guard !remedies.isEmpty else { return }
        var troubles: [String] = []
        for remedy in remedies {
            var done: Set<[String]> = []
            let trouble = try workshop.attempt {
                Self.helps(remedy, for: command, in: $0, Self.remediesMax, &done)
            }
            guard let trouble else { return }
            troubles.append(trouble)
        }
        throw Break(
            .remedyWorks,
            "\(command.step.text): \(outcome.line); \(troubles.joined(separator: "; "))")
    }

    /// Runs a remedy and those that it leads to.
    ///
    /// - Returns: nil where it went through, else what happened.
    private static func helps(
        _ remedy: [String], for command: Command, in workshop: Workshop,
        _ depth: Int, _ done: inout Set<[String]>
    ) -> String? {
        guard depth > 0 else { return "the remedies lead in a circle" }
        var workshop = workshop
        workshop.now += pace
        let words = remedy
        let outcome = workshop.run(words, variables: command.variables)
        // Mistakes in the seasons are their authors' to put right.
        guard !outcome.isGood, outcome.status != 2 else {
            done.insert(words)
            return nil
        }
        for next in remedies(outcome.text, workshop, words) where next != words {
            if helps(next, for: command, in: workshop, depth - 1, &done) == nil {
                // On the way it was done already.
                if done.contains(remedy) { return nil }
                // After the key is replaced, what came before is no longer trusted, so the command may be out of reach.
                if next.prefix(2) == ["keys", "rotate-online"] { return nil }
                // Each remedy on the way took its time.
                workshop.now += Int64(4 * depth) * pace
                // What the remedy led to was in its way: now the remedy itself goes through.
                return helps(remedy, for: command, in: workshop, depth - 1, &done)
            }
        }
        return "\(words.prefix(4).joined(separator: " ")): \(outcome.line)"
    }

    /// The commands that a message's remedies name, whole: what they leave out is as it was.
    private static func remedies(
        _ text: String, _ workshop: Workshop, _ words: [String]
    ) -> [[String]] {
        var found: [[String]] = []
        for line in text.split(separator: "\n") where line.contains("→") {
            let parts = line.replacing("→", with: "").components("bundle-publish ")
            for part in parts.dropFirst() {
                let tokens = part.split(separator: " ").map {
                    String($0).trimmingEnd(of: ";,:.)").replacing("DIRECTORY", with: workshop.site)
                        // What CI's checkout prints is done by people, who have the keys.
                        .replacing(workshop.checkoutHomePath, with: workshop.homePath)
                }
                if let whole = longestCommand(tokens, workshop), !found.contains(whole) {
                    found.append(whole)
                }
            }
        }
        return found
    }

    /// The longest beginning that is a command which changes something.
    private static func longestCommand(_ tokens: [String], _ workshop: Workshop) -> [String]? {
        for count in (1...min(max(1, tokens.count), wordsMax)).reversed() {
            let words = Array(tokens.prefix(count))
            guard
                ["publish", "refresh", "rollback", "recall", "waves", "promote", "keys"]
                    .contains(words[0]), words.count > 1 || words[0] != "keys"
            else { continue }
            if words.prefix(2) == ["keys", "list"] || words.prefix(2) == ["keys", "new"] {
                continue
            }
            var whole = words
            func add(_ option: String, _ value: String) {
                if !whole.contains(option) { whole += [option, value] }
            }
            switch words[0] {
            case "publish":
                add("--to", workshop.site)
                add("--bundles", workshop.bundles)
            case "refresh": add("--to", workshop.site)
            case "keys": add("--bundles", workshop.bundles)
            case "promote": break
            default: add("--in", workshop.site)
            }
            add("--home", workshop.homePath)
            if words[0] == "keys", words.dropFirst().first == "add-root" {
                whole.append("--no-passphrase")
            }
            if (try? CommandLine.parse(whole)) != nil { return whole }
        }
        return nil
    }
}

extension Step {
    /// The season that a command is about; nil where it is about several.
    fileprivate var season: Int? {
        switch self {
        case .rollback(let year, _), .recall(let year, _, _), .lift(let year, _),
            .waves(let year, _):
            year
        default: nil
        }
    }
}

extension StringProtocol {
    /// The parts between every occurrence of a text.
    fileprivate func components(_ separator: String) -> [String] {
        var parts: [String] = []
        var rest = String(self)
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = String(rest[range.upperBound...])
        }
        return parts + [rest]
    }

    fileprivate func trimmingEnd(of characters: String) -> String {
        var text = String(self)
        while let last = text.last, characters.contains(last) { text.removeLast() }
        return text
    }
}
