import Files

/// Where the files of the authors are read from: the disk, or a commit.
package protocol SeasonFiles: Sendable {
    /// The names in a folder, sorted; throws if there is no folder.
    func names(in folder: String) throws(FileError) -> [String]
    /// What is at a path, without following a link; nil if there is nothing.
    func kind(_ path: String) throws(FileError) -> FileKind?
    /// A whole file; throws if it has more bytes.
    func read(_ path: String, lengthBytesMax: Int) throws(FileError) -> [UInt8]
}

/// The files that an author has on the disk.
package struct FilesOnDisk: SeasonFiles {
    package init() {}

    package func names(in folder: String) throws(FileError) -> [String] {
        try Files.names(in: folder)
    }

    package func kind(_ path: String) throws(FileError) -> FileKind? { try Files.kind(path) }

    package func read(_ path: String, lengthBytesMax: Int) throws(FileError) -> [UInt8] {
        try Files.read(path, lengthBytesMax: lengthBytesMax)
    }
}
