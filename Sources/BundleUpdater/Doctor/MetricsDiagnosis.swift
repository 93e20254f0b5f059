import Files
import Glibc

/// Whether metrics can be written.
package enum MetricsDiagnosis: SubjectDiagnosis, Equatable, Sendable {
    /// No metrics file is configured.
    case none
    case writable(file: String)
    case folderAbsent(file: String, folder: String, writer: UInt32)
    case folderIsFile(file: String, folder: String)
    case notWritable(file: String, folder: String, writer: UInt32)
    /// A link, a folder or another thing that is no plain file has the file's name.
    case notPlain(file: String)

    package var check: Diagnosis.Check { .metrics }

    package var level: Diagnosis.Level {
        switch self {
        case .none, .writable: .ok
        case .folderAbsent, .folderIsFile, .notWritable, .notPlain: .problem
        }
    }

    /// Decides from the facts about the folder of a metrics file.
    init(
        _ folder: FileFacts?, at path: String, file: String, writer: UInt32, rights: FileRights
    ) {
        guard let folder else {
            self = .folderAbsent(file: file, folder: path, writer: writer)
            return
        }
        if !folder.isFolder {
            self = .folderIsFile(file: file, folder: path)
        } else if !rights.isSuperset(of: [.search, .write]) {
            self = .notWritable(file: file, folder: path, writer: writer)
        } else {
            self = .writable(file: file)
        }
    }

    /// Examines the folder of a metrics file.
    static func examine(_ file: String?, state: StateFolder) -> Self {
        guard let file else { return .none }
        let path = Paths.parent(of: Paths.absolute(file))
        if let kind = (try? Files.kind(file)) ?? nil, kind != .file { return .notPlain(file: file) }
        let user = StateUser.find(in: state) ?? FileFacts(state.path)?.owner ?? geteuid()
        let folder = FileFacts(path)
        return Self(
            folder, at: path, file: file, writer: user,
            rights: folder.map { FileRights(on: $0, of: user) } ?? [])
    }
}
