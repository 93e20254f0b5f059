import Files

extension StateFolder {
    /// The folders that the agent makes and cleans up.
    ///
    /// Each must be a real folder: a link in its place is removed and not followed.
    private var parts: [String] { [metadata, bundles, sets, zips, downloads] }

    /// The files beside them, with the same rule.
    private var files: [String] {
        [lock, choices, trials, vouched, verified, history, service, machineID, lastPoll]
    }

    /// Makes missing folders, and repairs unusable ones.
    ///
    /// Every command that changes something begins with it.
    ///
    /// - Returns: a sentence for each repair.
    /// - Throws: ``FileError`` if the state folder cannot be made or repaired.
    package func makeUsable() throws(FileError) -> [String] {
        var repairs: [String] = []
        try Files.createDirectoriesAndSync(path)
        for folder in [path] + parts {
            if folder != path, try Files.removeUnless(.directory, at: folder) {
                repairs.append(RepairText.replacedFolder(folder))
            }
            try Files.createDirectoriesAndSync(folder)
            // Who closes the whole folder to others means it. What lies in it is made for every reader.
            if try AccessRepair.giveAccess(to: folder, readers: folder != path) {
                repairs.append(RepairText.restoredMode(folder))
            }
        }
        for file in files {
            if try Files.removeUnless(.file, at: file) {
                repairs.append(RepairText.removedNonFile(file))
            }
            // A copy of the lock would be another lock.
            if file != lock, try AccessRepair.separate(file) {
                repairs.append(RepairText.separated(file))
            }
            if try AccessRepair.giveAccess(to: file, readers: true, copiesLinked: file != lock) {
                repairs.append(RepairText.restoredMode(file))
            }
        }
        return repairs
    }

    /// Removes an entry of the state with everything in it.
    ///
    /// It follows no link on the way, so the agent never deletes outside its state folder.
    ///
    /// - Parameter name: relative to the state folder.
    /// - Throws: ``FileError``; then some of it may be gone.
    package func remove(_ name: String) throws(FileError) {
        try Folder(path, followingLink: true).removeTree(name)
    }

    /// Moves an obstacle into `downloads/`; the next reaping deletes it there.
    ///
    /// - Parameters:
    ///   - path: a file or folder of the state.
    ///   - name: its name there.
    /// - Throws: ``FileError``; then it is still in the way.
    package func setAside(_ path: String, as name: String) throws(FileError) {
        try remove("downloads/\(name)")
        // To move a folder to another one, you need rights in the folder itself.
        if try Files.kind(path) == .directory { try? AccessRepair.giveAccessToTree(path) }
        try Files.rename(path, to: "\(downloads)/\(name)")
    }
}
