import BundleFormat
import Files
import MatchKeys

/// Why a command of this program cannot do its work; problems that no library reports.
enum CommandProblem: Error, Equatable {
    /// Nothing was published at this place; the advice depends on the command.
    case nothingPublished(at: String, Advice)
    /// The repository has no season.
    case noSeasonPublished(at: String)
    /// The environment names no folder for the state of this machine.
    case noStateFolder
    /// An event of another season than the one that the command is about.
    case otherSeason(EventKey, year: BundleYear)
    /// The files that a person named have no match of the season.
    case noMatches(of: BundleYear)
    /// A file stands where the new key should be written.
    case keyExists(path: String)
    case noPipe(code: Int32)
    case notWatched(FileError)
    case portTaken(UInt16)

    /// The advice if nothing is published.
    enum Advice {
        case publishThere
        case publishFirst
    }
}
