import ArgumentParser
import BreakdownDocument
import MatchKeys

/// Options that would be without effect beside others: whoever gives one expects it to do something.
extension Breakdown {
    /// Refuses them.
    ///
    /// - Throws: `ValidationError` that names the option.
    func refuseUnused() throws {
        if list {
            if let other = given(shows + choices) {
                throw ValidationError("--list: expected no \(other) beside it, found both")
            }
            if format != .text, format != .json {
                throw ValidationError(
                    "--list: expected the format text or json, found \(format.rawValue)")
            }
        }
        if fetch.login, let other = files.first ?? given(shows + choices + [("--list", list)]) {
            throw ValidationError("--login: expected nothing beside it, found \(other)")
        }
        if let option = given(choices), !files.contains(where: isEvent) {
            throw ValidationError("\(option): expected an event such as 2026casj, found none")
        }
    }

    /// What matches are shown, and how.
    private var shows: [(name: String, isGiven: Bool)] {
        [
            ("--match", !match.isEmpty), ("--compare", !compare.isEmpty), ("--summary", summary),
            ("--all", all), ("--strict", strict), ("--year", year != nil),
        ]
    }

    /// What is shown of an event.
    private var choices: [(name: String, isGiven: Bool)] {
        [
            ("--last", fetch.last != nil), ("--team", fetch.team != nil),
            ("--level", fetch.level != nil), ("--tables", fetch.tables),
            ("--insights", fetch.insights),
        ]
    }

    private func given(_ options: [(name: String, isGiven: Bool)]) -> String? {
        options.first { $0.isGiven }?.name
    }

    private func isEvent(_ file: String) -> Bool {
        guard case .inquiry(.event)? = AskedFor(file) else { return false }
        return true
    }
}
