import Files
import TUF

/// Downloaded targets: each path has its own file, and all files are complete and verified.
struct TargetFolder {
    /// The folder; it is made if it does not exist.
    let path: String

    /// Whether the file exists with the listed length and hashes.
    func has(_ target: TargetFile) -> Bool {
        let file = "\(path)/\(target.fileName)"
        guard let bytes = try? Files.read(file, lengthBytesMax: target.lengthBytes) else {
            return false
        }
        return target.isContent(bytes)
    }

    /// Writes a verified target.
    func store(_ bytes: [UInt8], of target: TargetFile) throws(ClientError) {
        try mapFileErrors(to: ClientError.file) { () throws(FileError) in
            try Files.createDirectoriesAndSync(path)
            try Files.replaceFileAndSync(at: "\(path)/\(target.fileName)", with: bytes)
        }
    }
}
