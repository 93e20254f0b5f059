import Files

extension StateFolder {
    /// The folders that the agent makes and cleans up, each a real one: a link in its place is removed, never
    /// followed.
    private var parts: [String] { [metadata, bundles, sets, zips, downloads] }

    /// The files beside them, for which the same holds.
    private var files: [String] {
        [lock, choices, trials, vouched, verified, history, service, machineID, lastPoll]
    }

    /// Makes the folders that are missing, and usable those that are not.
    ///
    /// Every command that changes something begins with it.
    ///
    /// - Returns: a sentence for each that had to be mended.
    /// - Throws: ``FileError`` where the state folder cannot be made or mended.
    package func makeUsable() throws(FileError) -> [String] {
        var repairs: [String] = []
        try Files.createDirectoriesAndSync(path)
        for folder in [path] + parts {
            if folder != path, try Files.removeUnlessFolder(folder) {
                repairs.append("\(folder): something else was in the folder's place; removed")
            }
            try Files.createDirectoriesAndSync(folder)
            if try AccessRepair.giveAccess(to: folder) {
                repairs.append("\(folder): its owner could not use it; mode restored")
            }
        }
        for file in files {
            if try Files.removeUnlessFile(file) {
                repairs.append("\(file): no file was in its place; removed")
            } else if try AccessRepair.giveAccess(to: file) {
                repairs.append("\(file): its owner could not use it; mode restored")
            }
        }
        return repairs
    }

    /// Removes something of the state with everything in it, without following a link on the way: the agent never
    /// deletes outside its state folder.
    ///
    /// - Parameter name: relative to the state folder.
    /// - Throws: ``FileError``; some of it may be gone then.
    package func remove(_ name: String) throws(FileError) {
        try Folder(path, followingLink: true).removeTree(name)
    }

    /// Moves what is in the way of something whole into `downloads/`, from where the next reaping takes it.
    ///
    /// - Parameters:
    ///   - path: a file or folder of the state.
    ///   - name: what it is called there.
    /// - Throws: ``FileError``; it is still in the way then.
    package func setAside(_ path: String, as name: String) throws(FileError) {
        try remove("downloads/\(name)")
        // A folder's own rights count where it is moved to another one.
        if try Files.kind(path) == .directory { try? AccessRepair.giveAccessToTree(path) }
        try Files.rename(path, to: "\(downloads)/\(name)")
    }
}
