import Files

extension StateFolder {
    /// Moves what is in the way of something whole into `downloads/`, from where the next reaping takes it.
    ///
    /// - Parameters:
    ///   - path: a file or folder of the state.
    ///   - name: what it is called there.
    /// - Throws: ``FileError``; it is still in the way then.
    func setAside(_ path: String, as name: String) throws(FileError) {
        let aside = "\(downloads)/\(name)"
        try Files.removeTree(aside)
        try Files.rename(path, to: aside)
    }
}
