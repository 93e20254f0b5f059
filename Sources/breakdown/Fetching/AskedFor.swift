import Glibc
import MatchKeys

/// A word of the command line that is no file: a request to The Blue Alliance.
enum AskedFor: Equatable {
    case inquiry(Inquiry)
    /// The address of a page about something else.
    case otherPage

    /// Reads a word.
    ///
    /// - Parameter word: what a person typed; the result is nil for a file that exists, for `-`, and for
    ///   everything that is neither a key nor an address.
    init?(_ word: String) {
        // A file comes first: it was there before a user could ask for a key.
        guard word != "-", access(word, F_OK) != 0 else { return nil }
        if let inquiry = Inquiry(word) {
            self = .inquiry(inquiry)
        } else if Inquiry.isAddress(word) {
            self = .otherPage
        } else {
            return nil
        }
    }
}
