import BreakdownRenderer
import BundleArchive
import BundleFormat
import Files

/// Why a step of an author's work could not be done.
///
/// The values hold facts. The program that shows them finds the words and the remedies.
package enum AuthoringError: Error, Equatable {
    /// The authors' files have mistakes; warnings and notes come with them.
    case mistakes([Diagnostic])
    /// A system call on a file or a folder failed.
    case file(FileError)
    /// The folder of seasons cannot be read.
    case folderOfSeasons(FileError)
    /// The folder of seasons has no season in it.
    case noSeason(folder: String)
    /// A new season's folder exists already.
    case seasonExists(path: String, BundleYear)
    /// The given matches have no field with a value, so a new season would show nothing.
    case nothingToShow
    /// A value in a given file is not what it should be.
    case input(place: String, InputProblem)
    /// A season cannot be made into a bundle.
    case archive(ArchiveError)
    /// A folder that should be replaced is not a compiled season.
    case notCompiled(path: String)
    /// The file that remembers the compared matches has another content.
    case notDriftState(path: String)
    /// The season's description cannot be read by this program, or there is none.
    case noDescription(place: String, BundleYear)
}

/// What is wrong with a given value: a match, or an event's statistics.
package enum InputProblem: Equatable {
    /// The text is not JSON; the place names its line and column.
    case notJSON(String)
    /// Neither a match nor statistics.
    case unknownValue(MatchError)
    /// The number is not a season's year.
    case noSeason(Int)
    /// Statistics were given where matches are expected.
    case insightsInsteadOfMatch
    /// Something else was given where statistics are expected.
    case noInsights
    /// A match with a wrong part.
    case brokenMatch(MatchError)
    /// Statistics with a wrong part.
    case brokenInsights(MatchError)
    /// The value belongs to another season: its key, its year, and the season that was asked for.
    case otherSeason(key: String, year: Int, wanted: BundleYear)
    /// The match with this key was not played or not scored.
    case noBreakdown(key: String)
}
