import Files
import TUF

/// The home's memory of the repository: the files of a TUF client's store, in `seen/` of the home.
///
/// It is not committed. An older copy of the repository, or an old timestamp that is put back, is noticed by it.
struct SeenStore {
    private let folder: String

    init(home: Home) { folder = home.seenPath }

    /// What a home has seen: the record that the targets list, and the roles.
    ///
    /// The timestamp is written last: it leads to the others.
    static let names = ["record.json", "targets.json", "snapshot.json", "timestamp.json"]

    /// Reads the files; those that are not there, or cannot be read, are left out.
    func read() -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in Self.names {
            files[name] = try? Files.read(
                "\(folder)/\(name)", lengthBytesMax: TUFLimits.standard.listedBytesMax)
        }
        return files
    }

    /// Keeps files for the next command; the result says why a home that cannot be written remembers nothing.
    func write(_ files: [String: [UInt8]]) -> FileError? {
        do throws(FileError) {
            let known = read()
            guard Self.names.contains(where: { files[$0] != known[$0] }) else { return nil }
            try Files.createDirectoriesAndSync(folder)
            for name in Self.names {
                guard let bytes = files[name], bytes != known[name] else { continue }
                try Files.replaceFileAndSync(at: "\(folder)/\(name)", with: bytes)
            }
            return nil
        } catch {
            return error
        }
    }

    /// When the newest state that this home has seen was signed; nil if it has seen none.
    var signedAt: UTCTime? {
        guard let bytes = read()["timestamp.json"],
            let timestamp = try? SignedMetadata(bytes, role: .timestamp)
        else { return nil }
        return UTCTime(unixSeconds: timestamp.version)
    }
}
