import Files

extension StateFolder {
    /// Makes the folders that are missing, and usable those that are not.
    ///
    /// - Returns: a sentence for each that had to be mended.
    /// - Throws: ``FileError`` where the state folder cannot be made or mended.
    func makeUsable() throws(FileError) -> [String] {
        var repairs: [String] = []
        try Files.createDirectories(path)
        for folder in [path, metadata, bundles, sets, downloads] {
            if folder != path, try Files.clearForFolder(folder) {
                repairs.append("\(folder): something else was in the folder's place; removed")
            }
            try Files.createDirectories(folder)
            if try Files.makeUsable(folder) {
                repairs.append("\(folder): its owner could not use it; mode restored")
            }
        }
        for file in [lock, choices, trials, vouched, lastPoll] {
            if try Files.clearForFile(file) {
                repairs.append("\(file): no file was in its place; removed")
            } else if try Files.makeUsable(file) {
                repairs.append("\(file): its owner could not use it; mode restored")
            }
        }
        return repairs
    }

    /// Moves what is in the way of something whole into `downloads/`, from where the next reaping takes it.
    ///
    /// - Parameters:
    ///   - path: a file or folder of the state.
    ///   - name: what it is called there.
    /// - Throws: ``FileError``; it is still in the way then.
    func setAside(_ path: String, as name: String) throws(FileError) {
        let aside = "\(downloads)/\(name)"
        try Files.removeTree(aside)
        // A folder's own rights count where it is moved to another one.
        if try Files.kind(path) == .directory { try? Files.restoreModes(path) }
        try Files.rename(path, to: aside)
    }
}
