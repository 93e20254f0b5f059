import BundleFormat
import TUF

/// The largest container that is read; each limit prevents one way to exhaust a machine.
///
/// A hundred seasons of 20 kB are 2 MB. The files of the repository are read into memory.
package struct ContainerLimits: Sendable {
    /// Entries, also those that are left out: prevents an endless list of empty files.
    package var entriesMax = 100_000
    /// Bytes of one name: prevents a full memory; a repository's longest has 210.
    package var nameBytesMax = 1_024
    /// Bytes of all names: prevents the same; they are kept to find a name that comes twice.
    package var namesBytesMax = 8 << 20
    /// Files of the repository: prevents long tables.
    package var filesMax = 10_000
    /// Bytes of the repository's files together: prevents a full memory.
    package var filesBytesMax = 64 << 20
    /// Bytes that are read from a container: prevents hours of reading an endless stream.
    package var readBytesMax = 1 << 30
    /// Bytes that come out of gzip, xz or zstd: prevents hours of decompressing.
    package var unpackedBytesMax = 512 << 20
    /// Unpacked bytes for each byte read, after `unratedBytesMax`: prevents bombs long before
    /// `unpackedBytesMax`.
    package var ratioMax = 200
    /// Unpacked bytes that are accepted at any ratio: a tar of a few small files is mostly zeros.
    package var unratedBytesMax = 4 << 20
    /// Bytes after an archive's end that are read from a stream, so that its writer can end.
    package var drainBytesMax = 1 << 20
    /// The limits of metadata.
    package var metadata = TUFLimits.standard
    /// The limits of targets.
    package var bundle = BundleLimits.standard

    /// The limits of the agent.
    package static let standard = ContainerLimits()
}
