import Files
import Glibc
import SeasonAuthoring

/// The folder of seasons as a commit has it.
///
/// Descriptions are here from the start, because aliases read those of other seasons; a season's samples are loaded when
/// the season is read.
struct CommittedFiles: SeasonFiles {
    /// The folder's name in messages.
    let folder: String
    /// By path below the folder.
    private var entries: [String: GitRepository.Entry] = [:]
    private var names: [String: [String]] = [:]
    private var blobs: [String: [UInt8]] = [:]
    private let git: GitRepository

    init(_ git: GitRepository, folder: String) throws(PublishError) {
        (self.git, self.folder) = (git, folder)
        var known: Set<String> = []
        for entry in try git.entries() {
            entries[entry.path] = entry
            var path = entry.path
            while known.insert(path).inserted {
                let end = path.lastIndex(of: "/")
                let above = end.map { String(path[..<$0]) } ?? ""
                names[above, default: []].append(
                    String(path[(end.map { path.index(after: $0) } ?? path.startIndex)...]))
                guard !above.isEmpty else { break }
                path = above
            }
        }
        for folder in names.keys { names[folder]?.sort() }
        let descriptions = entries.values.filter {
            $0.path.hasSuffix(".yaml") && $0.path.split(separator: "/").count == 2
        }
        try load(descriptions)
    }

    /// The same with the files of one season at hand.
    func loading(_ season: String) throws(PublishError) -> CommittedFiles {
        var files = self
        try files.load(entries.values.filter { $0.path.hasPrefix("\(season)/") })
        return files
    }

    private mutating func load(_ entries: [GitRepository.Entry]) throws(PublishError) {
        let wanted = entries.filter { $0.isFile && blobs[$0.id] == nil }.map(\.id)
        guard !wanted.isEmpty else { return }
        blobs.merge(try git.contents(Set(wanted))) { $1 }
    }

    /// What a season has that is no file of its own, as mistakes.
    func foreign(_ season: String) -> [Diagnostic] {
        entries.values.filter { $0.path == season || $0.path.hasPrefix("\(season)/") }
            .sorted { $0.path < $1.path }.compactMap { entry in
                let isPointer = blobs[entry.id]?.starts(with: Self.pointer) == true
                guard !entry.isFile || isPointer else { return nil }
                let found =
                    isPointer ? "a pointer of Git LFS" : entry.isLink ? "a link" : "a submodule"
                return Diagnostic(
                    file: "\(folder)/\(entry.path)", message: "expected a file, found \(found)",
                    remedy: "commit the file itself")
            }
    }

    private static let pointer = Array("version https://git-lfs.github.com/spec/".utf8)

    // MARK: - As files

    /// The path below the folder.
    private func inside(_ path: String) -> String {
        path == folder ? "" : String(path.dropFirst(folder.count + 1))
    }

    func names(in folder: String) throws(FileError) -> [String] {
        guard let names = names[inside(folder)] else {
            throw FileError(operation: "open", path: folder, code: ENOENT)
        }
        return names
    }

    func kind(_ path: String) throws(FileError) -> FileKind? {
        let path = inside(path)
        if names[path] != nil { return .directory }
        return entries[path].map { $0.isFile ? .file : $0.isLink ? .link : .other }
    }

    func read(_ path: String, lengthBytesMax: Int) throws(FileError) -> [UInt8] {
        guard let entry = entries[inside(path)], let bytes = blobs[entry.id] else {
            throw FileError(operation: "open", path: path, code: ENOENT)
        }
        guard bytes.count <= lengthBytesMax else {
            throw FileError(operation: "read", path: path, code: EFBIG)
        }
        return bytes
    }
}

extension GitRepository.Entry {
    fileprivate var isFile: Bool { mode.hasPrefix("100") }
    fileprivate var isLink: Bool { mode == "120000" }
}
