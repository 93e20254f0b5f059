import Files

/// A bundle's folder with every file in it written, and not on the disk before ``synchronize()``.
///
/// Holds descriptors of what is not there yet, so that several bundles can be waited for together.
public struct WrittenBundle {
    private let files: [FileWriter]
    /// The outer ones last: a folder's name means nothing before what is in it.
    private let folders: [Folder]

    /// Takes over what was written.
    init(files: [FileWriter], folders: [Folder]) {
        self.files = files
        self.folders = folders
    }

    /// The descriptors it holds.
    public var descriptorCount: Int { files.count + folders.count }

    /// Returns once every file and folder is on the disk; the outermost folder's own name is its parent's to
    /// keep.
    ///
    /// - Throws: ``ArchiveError/disk(_:)``: what was written may be lost.
    public func synchronize() throws(ArchiveError) {
        if let failure = Synchronization([self]).end()[0] { throw failure }
    }

    /// The wait for some bundles, beside what their owner does meanwhile.
    public struct Synchronization {
        private let groups: [Result<Int, FileError>]
        private let wait: DiskWait

        /// Begins.
        ///
        /// - Parameter bundles: what to wait for.
        public init(_ bundles: [WrittenBundle]) {
            var open: [DiskWait.Group] = []
            groups = bundles.map { bundle in
                Result { () throws(FileError) in
                    open.append(try DiskWait.Group(bundle.files, bundle.folders))
                    return open.count - 1
                }
            }
            wait = DiskWait(open)
        }

        /// Returns once all are on the disk, or the disk has failed.
        ///
        /// - Returns: for each bundle ``ArchiveError/disk(_:)`` where what was written may be lost, else nil.
        public func end() -> [ArchiveError?] {
            let failures = wait.end()
            return groups.map { group in
                switch group {
                case .success(let at): failures[at].map(ArchiveError.disk)
                case .failure(let failure): .disk(failure)
                }
            }
        }
    }

    /// The same, and removes `directory`, which it is, where that fails.
    func synchronize(orRemove directory: String) throws(ArchiveError) {
        do throws(ArchiveError) {
            try synchronize()
        } catch {
            // The first error is the one to report; what cannot be removed now is the reaper's.
            try? Files.removeTree(directory)
            throw error
        }
    }
}
