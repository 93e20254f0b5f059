import Files
import Glibc

/// A temporary folder of this process.
struct TemporaryFolder {
    let path: String

    /// Makes one under `$TMPDIR`, else under `/tmp`.
    ///
    /// - Throws: ``PublishError`` if none can be made.
    init() throws(PublishError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/bundle-publish.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .file(
                FileError(operation: "make a folder in", path: parent, code: errno))
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes it with everything in it; ignores failures.
    func remove() {
        try? Files.removeTree(path)
    }
}
