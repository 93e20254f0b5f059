/// Tells whether the body of an answer is a web page.
///
/// A captive portal answers every request with its own page, so the repository cannot be reached. ``FileAnswer`` tells it by
/// the head of an answer, where that is enough.
struct WebPageSign {
    /// True if the first piece starts like a page.
    private(set) var isSeen = false

    /// Checks a file's first piece.
    mutating func check(_ piece: UnsafeRawBufferPointer) {
        isSeen = piece.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
    }

    func error(_ path: String) -> FetchError {
        .webPage("\(path): expected a file of the repository, found a web page")
    }
}
