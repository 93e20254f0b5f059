import BundleFormat
import Files
import UpdatePolicy

/// Whether the state folder can be written, and whether what it serves is whole and readable.
package enum StateDiagnosis: SubjectDiagnosis, Equatable, Sendable {
    // The folder.
    case folderAbsent(path: String)
    case folderIsFile(path: String)
    /// No poll can write its report.
    case trouble(StateTrouble)
    case writable(path: String)
    /// The user who asks cannot write there, and need not.
    case anotherUsersFolder(path: String)
    case notWritable(path: String)

    // Its files.
    case usable(user: UInt32)
    /// A poll by root leaves files that the service cannot open, rename or delete.
    case foreignFiles(first: String, count: Int, user: UInt32, folder: String)

    // Its file system.
    case roomEnough(freeBytes: Int)
    case roomShort(freeBytes: Int, neededBytes: Int, path: String)

    // What it serves.
    case unreadable(FileError)
    case noSet(current: String)
    case damaged(current: String, years: [BundleYear])
    case missing([BundleYear], expected: Int)
    case whole(seasons: Int)

    // Which users can read what is served.
    case open
    case closed(FileFacts)
    /// The folder, or one above it, is open to some users only.
    case shared(folder: String)

    package var check: Diagnosis.Check {
        switch self {
        case .folderAbsent, .folderIsFile, .trouble, .writable, .anotherUsersFolder, .notWritable:
            .stateFolder
        case .usable, .foreignFiles: .stateOwner
        case .roomEnough, .roomShort: .stateSpace
        case .unreadable, .noSet, .damaged, .missing, .whole: .stateServed
        case .open, .closed, .shared: .stateReaders
        }
    }

    package var level: Diagnosis.Level {
        switch self {
        case .writable, .usable, .roomEnough, .whole, .open: .ok
        case .anotherUsersFolder, .shared: .note
        case .folderAbsent, .noSet, .closed: .warning
        case .folderIsFile, .trouble, .notWritable, .foreignFiles, .roomShort, .unreadable,
            .damaged, .missing:
            .problem
        }
    }
}

extension StateDiagnosis {
    /// With fewer free bytes a first install of all seasons may not fit.
    private static let freeBytesMin = 64 << 20

    /// Decides whether the user who asks can write in the folder.
    package static func writing(_ folder: FileFacts, isWritable: Bool, user: UInt32) -> Self {
        if isWritable { return .writable(path: folder.path) }
        return folder.owner != user && user != 0
            ? .anotherUsersFolder(path: folder.path) : .notWritable(path: folder.path)
    }

    /// Decides whether the user who polls can open, rename and delete what is in the folder.
    static func files(_ entries: [StateEntry], user: UInt32, folder: String) -> Self {
        let others = entries.filter { !$0.isUsable(by: user) }
        guard let first = others.first else { return .usable(user: user) }
        return .foreignFiles(
            first: first.file.path, count: others.count, user: user, folder: folder)
    }

    /// Decides whether the file system has room for a first install.
    package static func space(_ freeBytes: Int, at path: String) -> Self {
        freeBytes < freeBytesMin
            ? .roomShort(freeBytes: freeBytes, neededBytes: freeBytesMin, path: path)
            : .roomEnough(freeBytes: freeBytes)
    }

    /// Decides whether every user's `breakdown` can read what is served.
    static func readers(_ folders: [FileFacts], _ served: [FileFacts]) -> Self {
        if let state = folders.first, !state.isOpenToAll, state.mode & 0o050 != 0o050 {
            return .closed(state)
        }
        if let closed = served.first(where: { !$0.isOpenToAll }) { return .closed(closed) }
        return folders.first { !$0.isOpenToAll }.map { .shared(folder: $0.path) } ?? .open
    }

    /// Decides whether the current set is whole and has every season.
    static func served(
        _ inventory: Inventory, embedded: [BundleYear: ContentVersion], lastPoll: PollReport?,
        vouched: VouchedContents, path: String
    ) -> Self {
        guard let current = inventory.current else { return .noSet(current: path) }
        let damaged = (current.index?.entries ?? [:]).filter { (year, entry) in
            !inventory.has(year, entry.version)
        }.keys.sorted()
        guard current.isWhole, damaged.isEmpty else {
            return .damaged(current: path, years: damaged)
        }
        let index = current.index ?? SetIndex()
        let missing = Status.missing(
            from: index, embedded: embedded, lastPoll: lastPoll, vouched: vouched)
        let expected = Set(index.years).union(missing).count
        return missing.isEmpty ? .whole(seasons: expected) : .missing(missing, expected: expected)
    }
}
