import BundleFormat
import Files
import Glibc
import JSON
import SeasonClient

/// The agent's folder on the disk; ARCHITECTURE.md lists its files.
///
/// The order of writes is the commit. Each step is whole on the disk before the next begins. So if the
/// agent is stopped anywhere, `current` names the old set or the new one, and only `downloads/` has
/// rubbish:
///
/// 1. trusted metadata, each file by rename, after its checks;
/// 2. for each year `downloads/<sha256>.partial`, verified while it comes, and `downloads/<year>-<version>`,
///    unpacked, every file against the manifest;
/// 3. fsync of all these files and folders;
/// 4. rename of each to `bundles/<year>/<version>`, fsync of the years' folders;
/// 5. `downloads/set-<n>` with its links and index, fsync; rename to `sets/<n>`, fsync of `sets`;
/// 6. `current` by the rename of a link, fsync: **the switch**;
/// 7. the lines of the switch, added to `history.jsonl` in one write, fsync;
/// 8. deletions: older sets, then bundles that no set names;
/// 9. `trials.json` and `last-poll.json`, each by rename.
///
/// `choices.json` is written before the switch that follows from it. If a command is stopped between the
/// two, the next poll completes it.
package struct StateFolder: Equatable, Sendable {
    /// The folder's path, without a final slash.
    package let path: String
    /// The folder that a session has opened; nil outside of sessions.
    private let opened: Folder?

    /// Names the folder and makes nothing yet.
    ///
    /// - Parameter path: absolute, or relative to the working directory.
    package init(_ path: String) {
        var path = Substring(path)
        while path.utf8.count > 1, path.last == "/" { path.removeLast() }
        self.path = String(path)
        opened = nil
    }

    /// The same folder, by an open descriptor: everything goes where it was found.
    init(_ state: StateFolder, opened: Folder) {
        (path, self.opened) = (state.path, opened)
    }

    package static func == (left: StateFolder, right: StateFolder) -> Bool {
        left.path == right.path
    }

    /// The open folder, below which everything is written and deleted.
    ///
    /// Another user may be able to put links into the state folder at any moment. So each change is made by names below
    /// this open folder, never by a path, and follows no link.
    package func open() throws(FileError) -> Folder {
        if let opened { return opened }
        return try Folder(path, followingLink: true)
    }

    /// Whether a session has opened it.
    var isOpened: Bool { opened != nil }

    /// The name below the state folder of a path that this type has made.
    func name(of path: String) -> String {
        String(decoding: path.utf8.dropFirst(self.path.utf8.count + 1), as: UTF8.self)
    }

    package var metadata: String { "\(path)/metadata" }
    package var bundles: String { "\(path)/bundles" }
    package var sets: String { "\(path)/sets" }
    package var zips: String { "\(path)/zips" }
    package var downloads: String { "\(path)/downloads" }
    package var current: String { "\(path)/current" }
    package var lastPoll: String { "\(path)/last-poll.json" }
    package var choices: String { "\(path)/choices.json" }
    package var trials: String { "\(path)/trials.json" }
    package var vouched: String { "\(path)/vouched.json" }
    package var machineID: String { "\(path)/machine-id" }
    package var service: String { "\(path)/service.json" }
    package var history: String { "\(path)/history.jsonl" }
    package var lock: String { "\(path)/lock" }

    /// A year's folder of bundles.
    package func bundles(_ year: BundleYear) -> String { "\(bundles)/\(year)" }

    /// A bundle's folder.
    package func bundle(_ year: BundleYear, _ version: ContentVersion) -> String {
        "\(bundles)/\(year)/\(version.hex)"
    }

    /// The zip that a bundle came from.
    package func zip(_ version: ContentVersion) -> String { "\(zips)/\(version.hex).zip" }

    /// The bundle of a file in `zips/`; nil for every name that the agent does not write.
    static func zipVersion(name: String) -> ContentVersion? {
        name.hasSuffix(".zip") ? ContentVersion(String(name.dropLast(4))) : nil
    }

    /// A set's folder.
    package func set(_ number: Int) -> String { "\(sets)/\(number)" }

    /// The text of the link `current`.
    static func linkToSet(_ number: Int) -> String { "sets/\(number)" }

    /// The text of a year's link in a set.
    static func linkToBundle(_ year: BundleYear, _ version: ContentVersion) -> String {
        "../../bundles/\(year)/\(version.hex)"
    }

    /// The set in a link's text; nil for every text that the agent does not write.
    package static func setNumber(link: String) -> Int? {
        let parts = link.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "sets" else { return nil }
        return setNumber(name: String(parts[1]))
    }

    /// The set of a folder's name, from 1.
    package static func setNumber(name: String) -> Int? {
        guard let number = Int(name), number > 0, "\(number)" == name else { return nil }
        return number
    }
}

extension StateFolder {
    /// Writes the set `number` and makes it the one in use, in one rename.
    ///
    /// - Throws: ``FileError``; then `current` names the old set.
    package func switchTo(_ index: SetIndex, as number: Int) throws(FileError) {
        let (top, staging) = (try open(), "downloads/set-\(number)")
        try top.removeTree(staging)
        let folder = try top.createFolder(staging)
        for (year, entry) in index.entries.sorted(by: { $0.key < $1.key }) {
            try folder.createLink(
                "\(year)", pointingTo: StateFolder.linkToBundle(year, entry.version))
        }
        try folder.createFileSyncingContent(SetIndex.fileName, with: index.encoded())
        try folder.sync()
        // An earlier run may have stopped after making a year's folder and before syncing its name.
        try top.folder(name(of: bundles)).sync()
        try top.rename(staging, to: name(of: set(number)))
        try top.folder(name(of: sets)).sync()
        let link = name(of: current)
        // A folder of this name comes from a copy that followed the link; no rename would replace it.
        if try top.kind(link) == .directory {
            try setAside(current, as: "current.folder")
        }
        try top.replaceLinkAndSync(link, pointingTo: StateFolder.linkToSet(number))
    }
}

/// Marks the agent's own state folder. The agent deletes unknown files in its own folder, so it must never take another.
extension StateFolder {
    /// The file that marks the folder; it is there before anything else.
    package var mark: String { "\(path)/.bundle-agent" }

    private static let markText = """
        This folder belongs to bundle-agent, which deletes unknown files in it.

        """

    /// Marks an empty folder as the agent's own.
    ///
    /// - Throws: ``AgentError/state(_:)`` if the folder is foreign; then nothing was written.
    func claim() throws(AgentError) -> Bool {
        let owner = try mapFileErrors(to: AgentError.file) { () throws(FileError) -> Owner in
            try whose(open())
        }
        if owner == .agent { return false }
        guard owner != .foreign else { throw .state(StateTrouble.foreign(path).sentence) }
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            let (folder, name) = (try open(), name(of: mark))
            try folder.removeUnless(.file, at: name)
            try folder.replaceFileAndSync(name, with: Array(Self.markText.utf8))
        }
        return owner == .agentWithoutMark
    }

    /// Whether the folder has files and is not the agent's, so that nothing may be written or deleted there.
    var isForeign: Bool { (try? whose(open())) == .foreign }

    /// Refuses a write into a foreign folder; a session has checked that already.
    func requireOwn(_ path: String) throws(FileError) {
        guard !isOpened, isForeign else { return }
        throw FileError(operation: "write", path: path, code: EPERM)
    }

    private enum Owner {
        case unowned, agent, agentWithoutMark, foreign
    }

    /// Whose folder it is.
    ///
    /// The names come first: an agent that makes the folder at the same time writes its mark before all others. Hidden
    /// files do not count, because the home of a new user has some.
    private func whose(_ folder: Folder) throws(FileError) -> Owner {
        let names = try folder.names().filter {
            !$0.hasPrefix(".") && $0 != "lost+found"
        }
        if names.isEmpty { return .unowned }
        if try folder.kind(name(of: mark)) == .file { return .agent }
        return hasSet(folder) ? .agentWithoutMark : .foreign
    }

    /// Whether `current` is a link that only the agent writes, to a set that only the agent writes.
    private func hasSet(_ folder: Folder) -> Bool {
        guard let link = (try? folder.linkTarget(name(of: current))) ?? nil,
            let number = StateFolder.setNumber(link: link)
        else { return false }
        let bytes = try? folder.read(
            "\(name(of: set(number)))/\(SetIndex.fileName)",
            lengthBytesMax: SetIndex.lengthBytesMax)
        return bytes.flatMap { try? SetIndex.decode($0) } != nil
    }
}

extension SetIndex {
    /// The index of the set that `current` names.
    ///
    /// - Throws: ``AgentError`` if it cannot be read, or is damaged.
    package static func read(_ state: StateFolder) throws(AgentError) -> SetIndex {
        let path = "\(state.current)/\(fileName)"
        let bytes = try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try Files.read(path, lengthBytesMax: SetIndex.lengthBytesMax)
        }
        do throws(BundleFormatError) {
            return try decode(bytes)
        } catch {
            throw .state("\(state.current): \(error); the next poll repairs it")
        }
    }
}

extension PollReport {
    /// Writes the report, and waits for its content.
    package func write(_ state: StateFolder) throws(FileError) {
        try state.write(json, at: state.lastPoll, syncingName: false)
    }

    /// The last poll's report; nil if none can be read.
    package static func read(_ state: StateFolder, _ limits: AgentLimits) -> PollReport? {
        (try? Files.read(state.lastPoll, lengthBytesMax: limits.reportBytesMax))
            .flatMap { try? JSON.parse($0) }.flatMap { PollReport($0) }
    }
}
