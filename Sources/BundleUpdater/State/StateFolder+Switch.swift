import BundleFormat
import Files

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
