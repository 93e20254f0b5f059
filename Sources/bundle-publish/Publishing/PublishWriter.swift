import BundleFormat
import Files
import TUF

/// Writes a publish into the served directory.
///
/// The order is the commit:
/// 1. zips, each under its own hash;
/// 2. `index.html`;
/// 3. `<version>.targets.json`, `<version>.snapshot.json`: nobody asks for them yet;
/// 4. new roots, oldest first: agents take them at once;
/// 5. `timestamp.json`: from its rename on, everything is new.
///
/// Each is written beside its place, synced and renamed. Stopped anywhere before the last step, agents
/// see what was live before, and the next publish starts over with a higher version. Only between a
/// root that replaces the online key and the timestamp they can take neither, and keep what they have.
struct PublishWriter {
    /// The directory.
    let directory: String

    /// Removes what publishes that were killed have left half written.
    ///
    /// The lock must be held.
    func removeLeftovers() throws(PublishError) {
        try onDisk { () throws(FileError) in
            let format = "\(directory)/targets/f\(BundleFormat.current)"
            var folders = [directory, "\(directory)/metadata"]
            if try Files.kind(format) == .directory {
                folders += try Files.names(in: format).map { "\(format)/\($0)" }
            }
            for folder in folders where try Files.kind(folder) == .directory {
                for name in try Files.names(in: folder)
                where name.hasPrefix(Files.temporaryPrefix) {
                    try Files.removeTree("\(folder)/\(name)")
                }
            }
        }
    }

    /// Writes everything.
    ///
    /// - Parameters:
    ///   - prepared: what to write; it has been verified.
    ///   - now: the clock.
    /// - Returns: the paths written, below the directory, in order.
    /// - Throws: ``PublishError``; what was live is live still.
    func write(_ prepared: PreparedPublish, now: UTCTime) throws(PublishError) -> [String] {
        var files = prepared.zips.sorted { $0.key < $1.key }.map { (path: $0.key, bytes: $0.value) }
        if let index = prepared.index { files.append(("index.html", index)) }
        files += prepared.metadata.map { ("metadata/\($0.name)", $0.bytes) }
        return try onDisk(remedy: "what was live is live still; do the same again") {
            () throws(FileError) in
            var written: [String] = []
            for file in files {
                let path = "\(directory)/\(file.path)"
                guard try !holds(file.bytes, at: path) else { continue }
                try Files.createDirectories(Files.parent(of: path))
                try Files.writeDurably(
                    file.path == "metadata/timestamp.json"
                        ? timestamp(file.bytes, replacing: path, now: now) : file.bytes,
                    to: path)
                written.append(file.path)
            }
            return written
        }
    }

    private func timestamp(
        _ bytes: [UInt8], replacing path: String, now: UTCTime
    ) throws(FileError) -> [UInt8] {
        guard let length = try Files.lengthBytes(path),
            let modified = try Files.modificationTime(path)
        else { return bytes }
        return TimestampFile.bytes(
            bytes, replacing: .init(lengthBytes: length, modifiedSecond: modified), now: now)
    }

    /// Whether a file is there already: what is named after its hash is never written twice.
    private func holds(_ bytes: [UInt8], at path: String) throws(FileError) -> Bool {
        guard try Files.kind(path) == .file, try Files.lengthBytes(path) == bytes.count else {
            return false
        }
        return try Files.read(path, lengthBytesMax: bytes.count) == bytes
    }
}
