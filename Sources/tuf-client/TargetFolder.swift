import Files
import TUF

/// Downloaded targets: each path has a file of its own, and only whole, verified ones are here.
struct TargetFolder {
    /// The folder; made where it is not there.
    let path: String

    /// Whether the file is here already with the listed length and hashes.
    func has(_ target: TargetFile) -> Bool {
        let file = "\(path)/\(target.fileName)"
        guard let bytes = try? Files.read(file, lengthBytesMax: target.lengthBytes) else {
            return false
        }
        return target.isContent(bytes)
    }

    /// Puts a verified target here.
    func store(_ bytes: [UInt8], of target: TargetFile) throws(ClientError) {
        try mapFileErrors(to: ClientError.file) { () throws(FileError) in
            try Files.createDirectoriesAndSync(path)
            try Files.replaceFileAndSync(at: "\(path)/\(target.fileName)", with: bytes)
        }
    }
}
