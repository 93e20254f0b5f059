import BundleFormat
import Files

/// Makes a new set and switches `current` to it.
package struct Launcher {
    package let state: StateFolder

    /// Writes the set `number` and makes it the one in use, in one rename.
    ///
    /// - Throws: ``FileError``; then `current` names the old set.
    package func launch(_ index: SetIndex, as number: Int) throws(FileError) {
        let (top, staging) = (try state.open(), "downloads/set-\(number)")
        try top.removeTree(staging)
        let folder = try top.createFolder(staging)
        for (year, entry) in index.entries.sorted(by: { $0.key < $1.key }) {
            try folder.createLink(
                "\(year)", pointingTo: StateFolder.linkToBundle(year, entry.version))
        }
        try folder.createFileSyncingContent(SetIndex.fileName, with: index.encoded())
        try folder.sync()
        // An earlier run may have stopped after making a year's folder and before syncing its name.
        try top.folder(state.name(of: state.bundles)).sync()
        try top.rename(staging, to: state.name(of: state.set(number)))
        try top.folder(state.name(of: state.sets)).sync()
        let current = state.name(of: state.current)
        // A folder of this name comes from a copy that followed the link; no rename would replace it.
        if try top.kind(current) == .directory {
            try state.setAside(state.current, as: "current.folder")
        }
        try top.replaceLinkAndSync(current, pointingTo: StateFolder.linkToSet(number))
    }
}
