import Files
import JSON
import SeasonClient

extension StateFolder {
    /// The folders that the agent makes and cleans up.
    ///
    /// Each must be a real folder: a link in its place is removed and not followed.
    var parts: [String] { [metadata, bundles, sets, zips, downloads] }

    /// The files next to them, with the same rule.
    var files: [String] {
        [choices, trials, vouched, history, service, machineID, lastPoll]
    }

    /// Makes the state folder if it is missing, opens it, and makes sure that it can be locked.
    ///
    /// Every command that changes something begins with it; then it takes the lock, and repairs the rest.
    ///
    /// - Throws: ``AgentError`` if the state folder cannot be made or repaired, or is foreign
    ///   (``isForeign``).
    func makeLockable() throws(AgentError) -> (state: StateFolder, repairs: [String]) {
        let (folder, isClosed) = try mapFileErrors(to: AgentError.file) {
            () throws(FileError) -> (Folder, Bool) in
            try Files.createDirectoriesAndSync(path)
            let (above, name) = try Folder.above(path)
            let isClosed = try above.giveAccess(to: name)
            return (try open(), isClosed)
        }
        let state = StateFolder(self, opened: folder)
        let isMarkLost = try state.claim()
        let repairs = try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try state.repair(lock)
        }
        return (
            state,
            (isClosed ? [Self.restoredMode(path)] : [])
                + (isMarkLost
                    ? ["\(mark): the mark of the agent's own folder was missing; written again"]
                    : [])
                + repairs
        )
    }

    /// Makes missing folders, and repairs unusable folders and files; only who has the lock may do it.
    ///
    /// - Throws: ``FileError`` if something cannot be made or repaired.
    func makeUsable() throws(FileError) -> [String] {
        let folder = try open()
        var repairs: [String] = []
        for part in parts {
            let name = name(of: part)
            if try folder.removeUnless(.directory, at: name) {
                repairs.append(
                    "\(part): expected a folder, found something else, which was removed")
            }
            try folder.createFoldersAndSync(name)
            // A closed state folder is the operator's decision. What lies in it is open to every reader.
            if try folder.giveAccess(to: name, readers: true) {
                repairs.append(Self.restoredMode(part))
            }
        }
        for file in files { repairs += try repair(file) }
        return repairs
    }

    private func repair(_ file: String) throws(FileError) -> [String] {
        let (folder, name) = (try open(), name(of: file))
        var repairs: [String] = []
        if try folder.removeUnless(.file, at: name) {
            repairs.append("\(file): expected a file, found something else, which was removed")
        }
        // A copy of the lock would be another lock.
        if file != lock, try folder.separate(name) {
            repairs.append(
                "\(file): it was a hard link to a file that has another name too; replaced by a copy"
            )
        }
        if try folder.giveAccess(to: name, readers: true, copiesLinked: file != lock) {
            repairs.append(Self.restoredMode(file))
        }
        return repairs
    }

    /// Says that permission bits that kept the owner or readers out were restored; `last-poll.json` keeps that.
    static func restoredMode(_ path: String) -> String {
        "\(path): its mode kept the agent or readers out; restored"
    }

    /// Says that another file of the agent's memory is damaged.
    static func forgotten(_ path: String, _ problem: String) -> String {
        "\(path): not readable (\(problem)); what it held is forgotten"
    }

    /// Replaces a file of the state and returns when the disk has it.
    ///
    /// Without `syncingName` it waits for the content alone: after a power cut the old file may be there.
    func write(_ json: JSON, at path: String, syncingName: Bool = true) throws(FileError) {
        try requireOwn(path)
        let (folder, name, bytes) = (try open(), name(of: path), json.serialized(.indented))
        syncingName
            ? try folder.replaceFileAndSync(name, with: bytes)
            : try folder.replaceFileSyncingContent(name, with: bytes)
    }

    /// Removes an entry of the state with everything in it.
    ///
    /// It follows no link on the way, so the agent never deletes outside its state folder.
    ///
    /// - Parameter name: relative to the state folder.
    /// - Throws: ``FileError``; then some of it may be gone.
    package func remove(_ name: String) throws(FileError) {
        try open().removeTree(name)
    }

    /// Moves an obstacle into `downloads/`; the next reaping deletes it there.
    ///
    /// - Throws: ``FileError``; then it is still in the way.
    package func setAside(_ path: String, as name: String) throws(FileError) {
        try remove("downloads/\(name)")
        // To move a folder to another one, you need rights in the folder itself.
        let (folder, old) = (try open(), self.name(of: path))
        if try folder.kind(old) == .directory { try? folder.giveAccessToTree(old) }
        try folder.rename(old, to: "downloads/\(name)")
    }
}
