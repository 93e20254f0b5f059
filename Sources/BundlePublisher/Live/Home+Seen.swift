import Files
import TUF

/// The home's memory of the repository: the files of a TUF client's store, in `seen/` of the home.
///
/// It is not committed. It shows a command that an older copy of the repository, or an old timestamp, was put back.
extension Home {
    /// What a home has seen: the record that the targets list, and the roles.
    ///
    /// The timestamp is written last: it leads to the others.
    private static let seenNames = [
        "record.json", "targets.json", "snapshot.json", "timestamp.json",
    ]

    /// Reads the files; those that are not there, or cannot be read, are left out.
    func seen() -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in Self.seenNames {
            files[name] = try? Files.read(
                "\(seenPath)/\(name)", lengthBytesMax: TUFLimits.standard.listedBytesMax)
        }
        return files
    }

    /// Keeps files for the next command; the result says why a home that cannot be written remembers nothing.
    func remember(_ files: [String: [UInt8]]) -> FileError? {
        do throws(FileError) {
            let known = seen()
            let new = files.filter { Self.seenNames.contains($0.key) && $0.value != known[$0.key] }
            if !new.isEmpty { try Files.createDirectoriesAndSync(seenPath) }
            for name in Self.seenNames {
                guard let bytes = new[name] else { continue }
                try Files.replaceFileAndSync(at: "\(seenPath)/\(name)", with: bytes)
            }
            return nil
        } catch {
            return error
        }
    }

    /// When the newest state that this home has seen was signed; nil if it has seen none.
    var seenSignedAt: UTCTime? {
        guard let bytes = seen()["timestamp.json"],
            let timestamp = try? SignedMetadata(bytes, role: .timestamp)
        else { return nil }
        return UTCTime(unixSeconds: timestamp.version)
    }
}
