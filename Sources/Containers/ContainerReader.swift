import CArchive

/// Reads the files of a repository out of a container and passes them on.
///
/// It trusts nothing in the container. One strange entry is enough to refuse all of it. Files that no
/// repository has are left out. If this throws, the caller must use nothing of what came.
package struct ContainerReader {
    private let limits: ContainerLimits

    /// Makes a reader.
    package init(_ limits: ContainerLimits = .standard) { self.limits = limits }

    /// Loads libarchive, for a process that gives up its rights before it reads.
    ///
    /// - Throws: ``ContainerProblem`` if the system has none.
    package static func requireLibrary() throws(ContainerProblem) {
        try ArchiveHandle.requireLibrary()
    }

    /// Reads a container.
    ///
    /// - Parameters:
    ///   - descriptor: a file from its start, or a stream; it stays open.
    ///   - sink: gets each file of the repository, at most one at each name.
    package func read(
        _ descriptor: Int32, sink: (RepositoryName, [UInt8]) throws(ContainerProblem) -> Void
    ) throws(ContainerProblem) {
        let archive = try ArchiveHandle(descriptor, readBytesMax: limits.readBytesMax)
        var contents = ContainerContents(limits)
        while let entry = try archive.next() {
            try checkForm(archive)
            try checkUnpacked(archive)
            let place = try contents.add(entry)
            guard let place else {
                if !entry.isFolder { try skip(entry, archive) }
                continue
            }
            let bytes = try content(of: place.name, entry, archive)
            try contents.addBytes(bytes.count)
            try sink(place.name, bytes)
        }
        try checkUnpacked(archive)
        // Two blocks of zeros are the end of a tar; libarchive accepts half a tar without them.
        if archive.format == carchive_tar, archive.headerBytes < 1_024 { throw .cutOff }
        try contents.requireRepository()
        archive.drain(bytesMax: limits.drainBytesMax)
    }

    /// Accepts a plain zip, a plain ISO image, and a tar within at most one filter.
    private func checkForm(_ archive: ArchiveHandle) throws(ContainerProblem) {
        switch archive.format {
        case carchive_tar where archive.filters <= 1: break
        case carchive_zip where archive.filters == 0: break
        case carchive_iso where archive.filters == 0: break
        default: throw .form
        }
    }

    private func checkUnpacked(_ archive: ArchiveHandle) throws(ContainerProblem) {
        guard archive.filters > 0 else { return }
        let unpacked = archive.unpackedBytes
        guard unpacked <= limits.unpackedBytesMax else { throw .tooMuch(.unpacked) }
        let (rated, overflows) = archive.readBytes.multipliedReportingOverflow(by: limits.ratioMax)
        guard overflows || unpacked <= rated + limits.unratedBytesMax else {
            throw .tooMuch(.ratio)
        }
    }

    /// Leaves out a file; a filter must unpack it to reach the next one.
    private func skip(
        _ entry: ArchiveHandle.Entry, _ archive: ArchiveHandle
    ) throws(ContainerProblem) {
        let left = limits.unpackedBytesMax - archive.unpackedBytes
        if archive.filters > 0, entry.lengthBytes ?? 0 > left { throw .tooMuch(.unpacked) }
        try archive.skip()
    }

    private func content(
        of name: RepositoryName, _ entry: ArchiveHandle.Entry, _ archive: ArchiveHandle
    ) throws(ContainerProblem) -> [UInt8] {
        func refuse(_ problem: EntryProblem) -> ContainerProblem {
            .entry(name: name.path, problem)
        }
        guard entry.lengthBytes ?? 0 <= name.lengthBytesMax else { throw refuse(.tooLong) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entry.lengthBytes ?? 0)
        var hasHole = false
        while try archive.readPiece({ piece, offset in
            hasHole = hasHole || offset != bytes.count
            bytes.append(contentsOf: piece.prefix(max(0, name.lengthBytesMax - bytes.count + 1)))
        }) {
            guard !hasHole else { throw refuse(.sparse) }
            guard bytes.count <= name.lengthBytesMax else { throw refuse(.tooLong) }
        }
        guard bytes.count == entry.lengthBytes ?? bytes.count else { throw refuse(.wrongLength) }
        return bytes
    }
}
