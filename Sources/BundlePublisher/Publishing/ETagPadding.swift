/// Gives each `timestamp.json` a new ETag, even from servers that make ETags from a file's time and length.
enum ETagPadding {
    /// So many publishes have different lengths; a few more bytes cost nothing.
    private static let lengths = 64

    /// Makes the file longer or shorter than the one that it replaces.
    ///
    /// Web servers such as nginx make a file's ETag from its modification second and its length. All files have
    /// the same time in a reproducible image, for example, and files of two quick publishes have it, too. If the
    /// lengths were equal as well, caches would get "not modified" for a new file. Spaces at the end change the
    /// length and nothing else.
    static func bytesWithNewETag(_ bytes: [UInt8], replacing replaced: Int?) -> [UInt8] {
        guard let replaced, (bytes.count..<bytes.count + lengths - 1).contains(replaced) else {
            return bytes
        }
        let padding = replaced + 1 - bytes.count
        return bytes + Array(repeating: UInt8(ascii: " "), count: padding)
    }
}
