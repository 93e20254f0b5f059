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

/// Why one entry refuses the whole container.
package enum EntryProblem: String, CaseIterable, Equatable, Sendable {
    /// It has no name, or a name that cannot be read.
    case noName
    /// The name is longer than the limit.
    case longName
    /// The name begins at the root of a file system.
    case absolute
    /// The name leads upwards.
    case upwards
    /// A symbolic or hard link.
    case link
    /// A device, a pipe or a socket.
    case device
    /// A file with holes.
    case sparse
    /// A file that needs a password.
    case encrypted
    /// A second file of the same name.
    case twice
    /// More bytes than a file of this name may have.
    case tooLong
    /// Fewer or more bytes than the archive says.
    case wrongLength
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
