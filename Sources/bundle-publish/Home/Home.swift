import Files
import TUF

/// The publisher's own folder: configuration, root metadata and keys; only the keys are secret.
struct Home {
    /// The folder.
    let path: String

    var configurationPath: String { "\(path)/configuration.yaml" }
    var metadataPath: String { "\(path)/metadata" }
    var keysPath: String { "\(path)/keys" }
    var onlineKeyPath: String { "\(keysPath)/online.key" }

    /// The roots kept here.
    ///
    /// - Returns: all of them, from the first.
    /// - Throws: ``PublishError`` where there is none.
    func roots() throws(PublishError) -> RootChain {
        guard let chain = try RootChain.read(metadataPath) else {
            throw .failed(
                "\(metadataPath)/1.root.json: expected the first root, found none",
                remedy: "make a home with bundle-publish init, or name yours with --home")
        }
        return chain
    }
}

/// The roots of a repository from the first to the newest; the first is what agents are given.
struct RootChain: Equatable {
    /// `1.root.json`, `2.root.json` …; never empty.
    let files: [MetadataFile]

    /// Where every client starts.
    var first: [UInt8] { files[0].bytes }
    /// The newest.
    var newest: [UInt8] { files[files.count - 1].bytes }

    /// Reads the roots of a `metadata` folder.
    ///
    /// - Parameter folder: the folder.
    /// - Returns: the roots, or nil where there is no first one.
    /// - Throws: ``PublishError`` where one cannot be read.
    static func read(_ folder: String) throws(PublishError) -> RootChain? {
        var files: [MetadataFile] = []
        while files.count <= TUFLimits.standard.rootRotationsMax {
            let name = "\(files.count + 1).root.json"
            do throws(FileError) {
                let bytes = try Files.read(
                    "\(folder)/\(name)", lengthBytesMax: TUFLimits.standard.rootBytesMax)
                files.append(MetadataFile(name: name, bytes: bytes))
            } catch {
                guard error.isNotFound else { throw PublishError(error) }
                break
            }
        }
        return files.isEmpty ? nil : RootChain(files: files)
    }
}
