import BundleArchive
import Files
import SeasonAuthoring
import TUF

/// Checks before the first write that the last one will succeed, because a published root cannot be withdrawn.
extension FolderDestination {
    func requireWritable(for files: [PublishFile]) throws(PublishError) {
        try requireFree(for: files)
        let convert = { (error: FileError) in
            PublishError("\(error)", remedy: "what was live is live still; nothing was written")
        }
        try mapFileErrors(to: convert) { () throws(FileError) in
            guard let directory = try ifThere(try open()) else { return }
            // The directory itself has an empty path.
            var folders: Set = ["", "metadata/"]
            for file in files {
                // A file that is there is written again only if it is damaged.
                if file.isImmutable, try directory.kind(file.path) != nil { continue }
                folders.insert(Self.above(file.path))
            }
            var tried: Set<String> = []
            for var folder in folders.sorted() {
                while !folder.isEmpty, try directory.kind(String(folder.dropLast())) == nil {
                    folder = Self.above(String(folder.dropLast()))
                }
                guard tried.insert(folder).inserted else { continue }
                let path = "\(folder)\(Files.temporaryPrefix)writable"
                try directory.replaceFileWithoutSync(path, with: [])
                try directory.remove(path)
            }
            // A new root without the new timestamp would leave machines with nothing that they trust.
            let path = PublishFile.timestampPath
            guard files.contains(where: { $0.path.hasSuffix(".root.json") }),
                try directory.kind(path) == .file
            else { return }
            let bytes = try directory.read(
                path, lengthBytesMax: TUFLimits.standard.timestampBytesMax)
            try directory.replaceFileAndSync(path, with: bytes)
        }
    }

    /// The folder that a path is in, with a slash at its end; empty for the directory itself.
    private static func above(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    func withRoom(
        for files: [PublishFile], _ body: () throws(PublishError) -> Void
    ) throws(PublishError) {
        var rooms: [String] = []
        let directory = try onDisk(try open())
        defer { for room in rooms { try? directory.remove(room) } }
        for (number, file) in files.enumerated() {
            try requireFree(file.path)
            let folder = Self.above(file.path)
            let room = "\(folder)\(Files.temporaryPrefix)room-\(number)"
            let lengthBytes = file.bytes.count + Self.roomSpareBytes
            // A message names the file that there is no room for.
            let convert = { (error: FileError) in
                PublishError.writing(
                    FileError(
                        operation: "write", path: directory.path(of: file.path), code: error.code))
            }
            try mapFileErrors(to: convert) { () throws(FileError) in
                if !folder.isEmpty { try directory.createFoldersAndSync(String(folder.dropLast())) }
                try directory.createRoom(room, lengthBytes: lengthBytes)
            }
            rooms.append(room)
        }
        try body()
    }

    /// More than a file's own bytes: a timestamp gets a few more, and a folder one name more.
    private static let roomSpareBytes = 4_096
}
