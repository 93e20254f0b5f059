/// Why nothing is read from a container.
///
/// Each case has a number and at most two texts, so that it can travel from the process that reads.
/// All texts are from outside, and short.
package enum ContainerProblem: Error, Equatable, Sendable {
    /// The system has no libarchive, or an old one; the reason is the system's.
    case noLibrary(String)
    /// It is none of the known archives, or damaged, or half of one; the reason is libarchive's.
    case unreadable(String)
    /// An archive in a form that is not accepted, such as a zip within gzip.
    case form
    /// An entry that no repository has.
    case entry(name: String, EntryProblem)
    /// The archive ends before its end mark.
    case cutOff
    /// More than a limit allows.
    case tooMuch(ContainerLimit)
    /// No `metadata/timestamp.json` at the top or in one folder; the deeper folder that has one, or
    /// an empty text.
    case noRepository(deeper: String)
    /// Files of a repository are in two folders.
    case twoRepositories(String, String)
    /// What the reading process sent has no meaning.
    case stream
}

/// Why one entry refuses the whole container: the sentence, with the remedy.
package enum EntryProblem: String, Error, CaseIterable, Equatable, Sendable {
    case noName = "has no name that can be read"
    case longName = "has a name that is too long"
    case absolute = "begins at the root; pack relative names"
    case upwards = "leads upwards by '..'; pack relative names"
    case link = "is a link; pack what it leads to ('tar --dereference --hard-dereference' does)"
    case device = "is a device, a pipe or a socket"
    case sparse = "is a file with holes; pack it without '--sparse'"
    case encrypted = "needs a password; pack it without one"
    case twice = "comes twice"
    case tooLong = "is longer than such a file may be"
    case wrongLength = "has another length than the archive says; copy it again"
}

/// The limits of a container as a whole.
package enum ContainerLimit: String, CaseIterable, Equatable, Sendable {
    /// ``ContainerLimits/entriesMax``.
    case entries
    /// ``ContainerLimits/namesBytesMax``.
    case names
    /// ``ContainerLimits/filesMax``.
    case files
    /// ``ContainerLimits/filesBytesMax``.
    case filesBytes
    /// ``ContainerLimits/readBytesMax``.
    case read
    /// ``ContainerLimits/unpackedBytesMax``.
    case unpacked
    /// ``ContainerLimits/ratioMax``.
    case ratio
}
