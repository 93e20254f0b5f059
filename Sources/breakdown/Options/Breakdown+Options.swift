import ArgumentParser
import BreakdownRenderer
import MatchKeys

/// The options of a command line, measured by the table of options and modes.
extension Breakdown {
    /// Refuses options that would do nothing.
    func refuseUnused() throws {
        let modes = modes
        if let refusal = OptionTable.refusal(of: given, in: modes) {
            throw ValidationError(refusal)
        }
        if let mode = modes.first {
            try check(request.format, isOneOf: mode.formats, for: mode.flag ?? "--format")
        }
        if let theme {
            try check(request.format, isOneOf: theme.formats, for: "--theme \(theme.rawValue)")
        }
    }

    private func check(
        _ form: OutputFormat, isOneOf forms: [OutputFormat], for option: String
    ) throws {
        guard !forms.contains(form) else { return }
        let names = forms.map(\.rawValue)
        let words =
            (names.count > 1 ? [names.dropLast().joined(separator: ", ")] : []) + [names.last ?? ""]
        throw ValidationError(
            "\(option): expected the format \(words.joined(separator: " or ")), found \(form.rawValue)"
        )
    }

    /// The mode that an option asks for, else those of the words.
    private var modes: Set<Mode> {
        if fetch.login { return [.login] }
        if list { return [.seasons] }
        if fetch.watch { return [.watch] }
        if fetch.kiosk { return [.kiosk] }
        let words = files + compare.dropFirst(2)
        // Keys that are chosen or compared may be fetched if nothing else is named.
        if words.isEmpty { return match.isEmpty && compare.isEmpty ? [.files] : [.files, .match] }
        return Set(words.map(Self.mode))
    }

    private static func mode(of word: String) -> Mode {
        switch FetchArgument(word) {
        case .inquiry(.event)?: .event
        case .inquiry(.match)?, .otherPage?: .match
        case nil: .files
        }
    }

    /// The names of the options that are given.
    private var given: Set<String> {
        let all: [(name: String, isGiven: Bool)] = [
            ("file or key", !files.isEmpty), ("--bundles", bundles != nil),
            ("--year", year != nil), ("--format", format != nil), ("--ascii", ascii == true),
            ("--no-ascii", ascii == false), ("--color", color != nil), ("--theme", theme != nil),
            ("--no-pager", noPager),
            ("--width", width != nil), ("--match", !match.isEmpty),
            ("--compare", !compare.isEmpty), ("--summary", summary), ("--wide", wide),
            ("--all", all), ("--strict", strict), ("--list", list),
            ("--last", fetch.last != nil), ("--team", fetch.team != nil),
            ("--level", fetch.level != nil), ("--tables", fetch.tables),
            ("--insights", fetch.insights), ("--watch", fetch.watch), ("--kiosk", fetch.kiosk),
            ("--offline", fetch.offline), ("--refresh", fetch.refresh), ("--login", fetch.login),
        ]
        return Set(all.filter(\.isGiven).map(\.name))
    }
}

extension Theme {
    /// The forms that it changes.
    fileprivate var formats: [OutputFormat] {
        switch self {
        case .auto: OutputFormat.allCases
        case .light, .dark: [.svg, .png]
        case .quiet: [.text]
        }
    }
}
