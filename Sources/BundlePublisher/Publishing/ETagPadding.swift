import TUF

/// Gives each `timestamp.json` a new ETag, even from servers that make ETags from a file's second and length.
enum ETagPadding {
    /// The file that is there already, as a web server sees it.
    struct Replaced {
        var lengthBytes: Int
        /// Unix second.
        var modifiedSecond: Int64
    }

    /// Makes the file longer than the one that it replaces within the same second.
    ///
    /// Web servers such as nginx make a file's ETag from its modification second and its length. If two
    /// publishes within a second had the same length, agents that saw the first would get "not modified"
    /// until the third. Spaces at the end change the length and nothing else, so within a second each file
    /// is longer than the one before.
    static func bytesWithNewETag(
        _ bytes: [UInt8], replacing: Replaced?, now: UTCTime
    ) -> [UInt8] {
        // The file is written after `now` was read, so one second of tolerance is needed.
        guard let replaced = replacing, replaced.modifiedSecond >= now.unixSeconds - 1,
            bytes.count <= replaced.lengthBytes
        else { return bytes }
        let padding = replaced.lengthBytes + 1 - bytes.count
        return bytes + Array(repeating: UInt8(ascii: " "), count: padding)
    }
}
