import BundleFormat
import Files
import TUF

/// The home's memory of its repository: signed states, each in a folder of `seen/`.
///
/// It is not committed. It shows a command that an older copy of the repository was put back, and keeps the decisions of a
/// publish that another one has overwritten. Only what the newest root's keys have signed counts.
struct SeenStates {
    /// One state: the files of a TUF client's store, and the record.
    struct Files: Equatable {
        let name: String
        let files: [String: [UInt8]]
    }

    /// The timestamp comes last: it leads to the others.
    private static let fileNames = [
        "record.json", "targets.json", "snapshot.json", "timestamp.json",
    ]
    /// States that are kept: the newest, and those whose decisions it does not have.
    ///
    /// A thief can make more. Then the oldest of them stay, because they were there before the thief.
    static let statesMax = 16

    let home: Home

    /// Reads the states, oldest first; what is not whole is left out.
    func read() -> [Files] {
        guard let folder = try? Folder(home.path, followingLink: true).folder("seen"),
            let names = try? folder.names()
        else { return [] }
        let states = names.compactMap { name in
            Int64(name.prefix { $0 != "-" }).map { (version: $0, name: name) }
        }
        return states.sorted { $0 < $1 }.prefix(Self.statesMax).compactMap { state in
            var files: [String: [UInt8]] = [:]
            for name in Self.fileNames {
                files[name] = try? folder.read(
                    "\(state.name)/\(name)", lengthBytesMax: TUFLimits.standard.listedBytesMax)
            }
            return files["timestamp.json"] == nil ? nil : Files(name: state.name, files: files)
        }
    }

    /// Keeps a state, and removes those that add nothing to it; the result says why a home remembers nothing.
    func remember(_ name: String, _ files: [String: [UInt8]], superseding old: [String])
        -> FileError?
    {
        do throws(FileError) {
            let folder = try Folder(home.path, followingLink: true)
            let seen = try folder.createFoldersAndSync("seen")
            let names = try seen.names().filter { $0 != name && !old.contains($0) }
            if names.count >= Self.statesMax, let newest = names.max(by: Self.isOlder) {
                try seen.removeTree(newest)
            }
            for file in Self.fileNames {
                guard let bytes = files[file],
                    (try? seen.read("\(name)/\(file)", lengthBytesMax: bytes.count)) != bytes
                else { continue }
                try seen.createFoldersAndSync(name)
                try seen.replaceFileAndSync("\(name)/\(file)", with: bytes)
            }
            for name in old { try seen.removeTree(name) }
            return nil
        } catch {
            return error
        }
    }

    /// When the newest state was signed; nil if the home has seen none.
    var newest: UTCTime? {
        read().compactMap { kept in
            kept.files["timestamp.json"].flatMap { try? SignedMetadata($0, role: .timestamp) }
        }.map { UTCTime(unixSeconds: $0.version) }.max()
    }

    private static func isOlder(_ left: String, _ right: String) -> Bool {
        Int64(left.prefix { $0 != "-" }) ?? 0 < Int64(right.prefix { $0 != "-" }) ?? 0
    }
}
