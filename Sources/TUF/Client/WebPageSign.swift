/// Whether what came is a page for people: what a network sends that wants to be signed in to, and no
/// repository can be told from.
struct WebPageSign {
    private(set) var isSeen = false

    /// Looks at a file's first piece.
    mutating func look(at piece: UnsafeRawBufferPointer) {
        isSeen = piece.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
    }

    /// What is said of such a file.
    func error(_ path: String) -> FetchError {
        .webPage("\(path): expected a file of the repository, found a web page")
    }
}
