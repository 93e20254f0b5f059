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

    /// False for a season inside this program whose content an agent on this machine knows to be recalled.
    ///
    /// - Throws: ``SeasonBundleError`` if an agent may know that, but its files cannot be read.
    private func mayShow(
        _ year: BundleYear, _ source: BundleSource
    ) throws(SeasonBundleError) -> Bool {
        guard source == .embedded else { return true }
        for case .agent(let current) in sources {
            let recalls = AgentRecalls.read(current)
            // Reading what is inside the program takes a seventh of a start, so it comes last.
            guard recalls.mayName(year), let version = source.index?.entries[year]?.version else {
                continue
            }
            switch recalls {
            case .known(let recalls):
                if recalls[year]?.contains(version) == true { return false }
            case .unknown(let problem):
                throw SeasonBundleError(
                    subject: "embedded \(year)",
                    problem: "not shown, because we cannot tell whether it is recalled "
                        + "(\(problem)); the next 'bundle-agent poll' repairs that")
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

/// What an agent on this machine says of recalled contents.
enum AgentRecalls: Equatable {
    /// These contents are recalled; none if no agent has read a repository here.
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

    /// Reads the set in use.
    static func read(_ current: String) -> AgentRecalls {
        if let index = BundleSource.agent(current).index { return .known(index.recalled) }
        let state = Paths.parent(of: current)
        do throws(FileError) {
            let hasMetadata = try Files.kind("\(state)/metadata/timestamp.json") != nil
            return hasMetadata
                ? .unknown("\(current)/\(SetIndex.fileName): gone or damaged") : .known([:])
        } catch {
            // Without read access we cannot tell whether an agent has read a repository here.
            let isVisible = ((try? Files.kind("\(state)/lock")) ?? nil) != nil
            return isVisible ? .unknown("\(error)") : .known([:])
        }
    }
}
