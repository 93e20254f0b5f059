import BundleFormat
import Files
import Glibc

/// Makes a new set and switches `current` to it.
package struct Launcher {
    package let state: StateFolder

    /// Writes the set `number` and makes it the one in use, in one rename.
    ///
    /// - Parameters:
    ///   - index: the bundles of the set; each is whole under `bundles/`.
    ///   - number: greater than the numbers of all existing sets.
    /// - Throws: ``FileError``; then `current` names the old set.
    package func launch(_ index: SetIndex, as number: Int) throws(FileError) {
        let staging = "\(state.downloads)/set-\(number)"
        try state.remove("downloads/set-\(number)")
        let folder = try Folder(creating: staging)
        for (year, entry) in index.entries.sorted(by: { $0.key < $1.key }) {
            try link("\(staging)/\(year)", to: StateFolder.linkToBundle(year, entry.version))
        }
        try Files.createFileSyncingContent(
            at: "\(staging)/\(SetIndex.fileName)", with: index.encoded(), mode: 0o644)
        try folder.sync()
        // An earlier run may have stopped after making a year's folder and before syncing its name.
        try Files.syncDirectory(state.bundles)
        try Files.rename(staging, to: state.set(number))
        try Files.syncDirectory(state.sets)
        // A folder in this place is somebody's copy that followed the link; no rename would replace it.
        if try Files.kind(state.current) == .directory {
            try state.setAside(state.current, as: "current.folder")
        }
        try Files.replaceLinkAndSync(at: state.current, pointingTo: StateFolder.linkToSet(number))
    }

    private func link(_ path: String, to target: String) throws(FileError) {
        guard symlink(target, path) == 0 else {
            throw FileError(operation: "create", path: path, code: errno)
        }
    }
}
