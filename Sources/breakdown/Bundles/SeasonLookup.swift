import BreakdownRenderer
import BundleFormat
import Files

/// The descriptions that this run needed so far; each is read and compiled once.
struct SeasonLookup {
    /// The places to search, the preferred one first.
    let sources: [BundleSource]
    /// A list, because there are few, and the type of a dictionary costs a start a twentieth of its instructions.
    private var known: [Known] = []

    /// A season that was needed; without a bundle if no source has a usable one.
    private struct Known {
        let year: Int
        let subject: Subject
        let bundle: SeasonBundle?
    }

    /// Starts without descriptions.
    init(sources: [BundleSource]) {
        self.sources = sources
    }

    /// Every season of the sources, in order.
    var years: [BundleYear] {
        Set(sources.flatMap { $0.years }).sorted()
    }

    /// The description of a season from the first source with a usable one.
    ///
    /// - Returns: the description with its origin, or nil if no source has one.
    mutating func bundle(
        _ number: Int, _ subject: Subject = .match, unusable: (SeasonBundleError) -> Void
    ) -> SeasonBundle? {
        if let known = known.first(where: { $0.year == number && $0.subject == subject }) {
            return known.bundle
        }
        let bundle = BundleYear(number).flatMap { find($0, subject, unusable) }
        known.append(Known(year: number, subject: subject, bundle: bundle))
        return bundle
    }

    /// Leaves the descriptions in memory until the process ends.
    ///
    /// Freeing them takes a thirtieth of a short run.
    func leaveToTheSystem() {
        for season in known {
            if let bundle = season.bundle { _ = Unmanaged.passRetained(bundle) }
        }
    }

    /// False for a season inside this program whose content a set on this machine knows to be recalled.
    ///
    /// - Throws: ``SeasonBundleError`` for a named folder with a recalled content, and if a set may know that, but cannot be
    ///   read.
    private func mayShow(
        _ year: BundleYear, _ source: BundleSource
    ) throws(SeasonBundleError) -> Bool {
        // An agent serves nothing that it knows to be recalled.
        if case .agent = source { return true }
        for set in sources.compactMap(\.folder) {
            let recalls = SetRecalls.read(set)
            // Reading what is inside the program takes a seventh of a start, so it comes last.
            guard recalls.mayName(year), let version = source.index?.entries[year]?.version else {
                continue
            }
            switch (recalls, source) {
            case (.known(let recalls), _):
                guard recalls[year]?.contains(version) == true else { continue }
                if source == .embedded { return false }
                throw SeasonBundleError(
                    subject: source.name(of: "\(year)"),
                    problem: "not shown, because the publisher has recalled \(version.short); "
                        + "'bundle-publish preview' shows an author's own season")
            case (.unknown(let problem), .embedded):
                throw SeasonBundleError(
                    subject: "embedded \(year)",
                    problem: "not shown, because we cannot tell whether it is recalled "
                        + "(\(problem)); the next 'bundle-agent poll' repairs that")
            case (.unknown, _): continue
            }
        }
        return true
    }

    private func find(
        _ year: BundleYear, _ subject: Subject, _ unusable: (SeasonBundleError) -> Void
    ) -> SeasonBundle? {
        for source in sources {
            do throws(SeasonBundleError) {
                if try mayShow(year, source),
                    let bundle = try SeasonBundle.read(year, subject, from: source)
                {
                    return bundle
                }
            } catch {
                unusable(error)
            }
        }
        return nil
    }
}

/// What the set in a folder says of recalled contents.
enum SetRecalls: Equatable {
    /// These contents are recalled; none in a folder that no agent made, or if its agent has read no repository.
    case known([BundleYear: Set<ContentVersion>])
    /// An agent has read a repository here, and the set that says what is recalled cannot be read; with the reason.
    case unknown(String)

    /// Whether a content of this year may be recalled.
    func mayName(_ year: BundleYear) -> Bool {
        switch self {
        case .known(let recalls): recalls[year] != nil
        case .unknown: true
        }
    }

    /// Reads the set; an agent's metadata is next to its set.
    static func read(_ folder: String) -> SetRecalls {
        if let index = BundleSource.folder(folder).index { return .known(index.recalled) }
        let state = Paths.parent(of: folder)
        do throws(FileError) {
            let hasMetadata = try Files.kind("\(state)/metadata/timestamp.json") != nil
            return hasMetadata
                ? .unknown("\(folder)/\(SetIndex.fileName): gone or damaged") : .known([:])
        } catch {
            // Without read access we cannot tell whether an agent has read a repository here.
            let isVisible = ((try? Files.kind("\(state)/lock")) ?? nil) != nil
            return isVisible ? .unknown("\(error)") : .known([:])
        }
    }
}
