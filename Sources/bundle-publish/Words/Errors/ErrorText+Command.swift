import BundleFormat
import BundlePublisher
import Files
import MatchKeys
import TUF

/// The words for problems that no library reports.
extension ErrorText {
    init(_ problem: CommandProblem, _ commands: PrintedCommands) {
        switch problem {
        case .nothingPublished(let place, .publishThere):
            self = .unpublished(
                place, remedy: "publish into it with \(commands.publish())")
        case .nothingPublished(let place, .publishFirst):
            self = .unpublished(place, remedy: "publish into it first")
        case .noSeasonPublished(let place):
            self.init("\(place): expected a published season, found none")
        case .noStateFolder:
            self.init(
                "neither $XDG_STATE_HOME nor $HOME names a folder",
                remedy: "name the file with --state")
        case .otherSeason(let event, let year):
            self.init(
                "expected an event of \(year), found \(event)",
                remedy: "name events of \(year), or run this for \(event.year)")
        case .noMatches(let year):
            self.init(
                "--matches: expected matches of \(year), found none of that season",
                remedy: "nothing was compared: name the season of the matches, or give other files")
        case .keyExists(let path):
            self.init("\(path): expected nothing, found something: a key is made once")
        case .noPipe(let code): self.init("preview: cannot make a pipe: errno \(code)")
        case .notWatched(let error):
            self.init(
                "\(error)",
                remedy: "others may use up what the system has of inotify: see fs.inotify in sysctl"
            )
        case .portTaken(let port):
            self.init(
                "preview: cannot listen at 127.0.0.1:\(port)",
                remedy: "something else does: leave --port out for any free one")
        }
    }

    init(_ problem: EmbeddedSinceProblem) {
        switch problem {
        case .badTime(let text):
            self.init(
                "--since: expected a time, found '\(text)'",
                remedy: "write it as 2026-11-21T02:30:00Z")
        case .badSeconds(let text):
            self.init(
                "$\(EmbeddedSince.variable): expected seconds since 1970, found '\(text)'",
                remedy: "unset it, or give --since")
        case .future(let since, let now):
            self.init(
                "the content cannot be as it is since \(since), which is to come: the clock says "
                    + "\(now)",
                remedy: "set the clock where it is wrong, or give an earlier --since")
        }
    }
}
