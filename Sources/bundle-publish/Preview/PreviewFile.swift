import BundlePublisher
import Files
import SeasonAuthoring

/// The file that a season's page is written into.
struct PreviewFile {
    /// The absolute path.
    let path: String

    /// Accepts a path where a page may lie.
    init(_ path: String, apartFrom watched: [String]) throws(PublishError) {
        self.path = Paths.absolute(path)
        switch (try? Files.kind(self.path)) ?? nil {
        case .file, nil: break
        case .directory:
            throw PublishError(
                "\(path): expected a file, found a folder",
                remedy: "name a file in it, such as preview.html")
        case .link, .other:
            throw PublishError(
                "\(path): expected a file, found a link, a device or a pipe",
                remedy: "name a file that is not there yet")
        }
        let folder = Paths.real(Paths.parent(of: self.path))
        guard folder == nil || !watched.contains(where: { Paths.real($0) == folder }) else {
            throw PublishError(
                "\(path): expected a file apart from the seasons, because preview watches their folders",
                remedy: "name a file in another folder")
        }
    }

    /// Replaces the file in one step, so that a browser never reads a part of a page.
    func write(_ page: String) throws(PublishError) {
        do throws(FileError) {
            try Files.replaceFileWithoutSync(at: path, with: Array(page.utf8))
        } catch {
            throw PublishError(
                "\(error)",
                remedy: error.isNoSpace
                    ? "make room on the disk"
                    : "name a file in a folder that is there and that you may write to")
        }
    }
}
