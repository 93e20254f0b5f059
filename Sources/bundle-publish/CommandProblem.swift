import BundleFormat
import Files
import MatchKeys

/// Why a command of this program cannot do its work; no library has a part in it.
enum CommandProblem: Error, Equatable {
    /// Nothing was published at this place; what to do depends on the command.
    case nothingPublished(at: String, Advice)
    /// The repository has no season.
    case noSeasonPublished(at: String)
    /// The environment names no folder for what one machine remembers.
    case noStateFolder
    /// An event of another season than the one that the command is about.
    case otherSeason(EventKey, year: BundleYear)
    /// A file stands where a new key should go.
    case keyExists(path: String)
    case noPipe(code: Int32)
    case notWatched(FileError)
    case portTaken(UInt16)
    case noTerminal

    /// What to do where nothing is published.
    enum Advice {
        case publishThere
        case publishToDirectory
        case publishFirst
    }
}
