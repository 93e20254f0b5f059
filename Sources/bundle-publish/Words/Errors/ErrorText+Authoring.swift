import BundleArchive
import BundleFormat
import SeasonAuthoring

/// The words for an error of an author's work.
extension ErrorText {
    init(_ error: AuthoringError, _ commands: PrintedCommands) {
        switch error {
        case .mistakes(let diagnostics):
            self.init(counted(diagnostics.count, "mistake"))
            self.diagnostics = diagnostics
            exitStatus = ExitStatus.mistakes
        case .file(let error): self.init("\(error)")
        case .folderOfSeasons(let error):
            self.init(
                "\(error)",
                remedy: "run this where the folder of seasons is, or name it with --bundles")
        case .noSeason(let folder):
            self.init(
                "\(folder): expected at least one season, found none",
                remedy: "make \(folder)/<year>/match.yaml")
        case .seasonExists(let path, let year):
            self.init(
                "\(path) is there already; nothing was written",
                remedy: "go on with it (\(commands.author("preview", "\(year)"))), or move it away "
                    + "first")
        case .nothingToShow:
            self.init(
                "expected a field with a value in the matches' score breakdowns, found none",
                remedy: "take matches that were played and scored")
        case .input(let place, let problem):
            let (message, remedy) = Self.words(problem)
            self.init("\(place): \(message)", remedy: remedy)
        case .archive(let error): self.init("\(error)")
        case .notDriftState(let path):
            self.init(
                "\(path): expected what an earlier drift wrote, found something else",
                remedy: "remove it, and all matches are compared again; or name another --state")
        case .noDescription(let place, let year):
            self.init(
                "\(place): expected a description of \(year) that this program can read, found none",
                remedy: "start one with "
                    + commands.author("new", "\(year)", "--from", "matches.json")
                    + ", or name a season that is there")
        case .notCompiled(let path):
            self.init(
                "\(path): expected a compiled season or nothing, found something else",
                remedy: "choose another folder, or remove this one yourself")
        }
    }

    private static func words(_ problem: InputProblem) -> (message: String, remedy: String?) {
        switch problem {
        case .notJSON(let problem):
            (problem, "expected are matches as the API gives them, in an array or one a line")
        case .unknownValue(let error): ("\(error)", nil)
        case .noSeason(let number): ("expected a season, found \(number)", nil)
        case .insightsInsteadOfMatch:
            ("expected a match, found an event's insights", "give it with --insights")
        case .noInsights:
            (
                "expected an event's insights, found something else",
                "expected is what /event/<key>/insights gives; matches go to --from"
            )
        case .brokenMatch(let error):
            (
                "\(error)",
                "expected are matches as The Blue Alliance's API v3 gives them: /match/<key>"
            )
        case .brokenInsights(let error):
            ("\(error)", "expected is what /event/<key>/insights of the API gives")
        case .otherSeason(let key, let year, let wanted):
            (
                "expected a match of \(wanted), found \(key.prefix(100))",
                "a season is made of its own matches: take some of \(wanted), or run this for \(year)"
            )
        case .noBreakdown(let key):
            (
                "expected a score breakdown in \(key), found none",
                "leave it out: take matches that were played and scored"
            )
        }
    }
}
