import TUF

/// One page of a listing of an object store (ListObjectsV2).
public struct ObjectListing: Equatable, Sendable {
    /// One file in the store.
    public struct Entry: Equatable, Sendable {
        /// The whole key.
        public let key: String
        /// Its length.
        public let lengthBytes: Int
        /// Unix second of its last change.
        public let modifiedSecond: Int64
    }

    /// The files, in the order of their keys.
    public let entries: [Entry]
    /// The token that asks for the next page; nil on the last one.
    public let continuation: String?

    /// Reads the store's XML, of which four elements matter; nil for anything else.
    public init?(_ xml: [UInt8]) {
        let text = String(decoding: xml, as: UTF8.self)
        guard text.contains("<ListBucketResult") else { return nil }
        var entries: [Entry] = []
        for contents in XMLText.all("Contents", in: text[...]) {
            // `2026-11-21T21:09:36.335Z`: the fraction is cut off.
            guard let key = XMLText.first("Key", in: contents),
                let size = XMLText.first("Size", in: contents).flatMap({ Int($0) }), size >= 0,
                let modified = XMLText.first("LastModified", in: contents),
                let time = UTCTime(modified.prefix(19) + "Z")
            else { return nil }
            entries.append(Entry(key: key, lengthBytes: size, modifiedSecond: time.unixSeconds))
        }
        self.entries = entries
        continuation = XMLText.first("NextContinuationToken", in: text[...])
    }
}

/// Elements without attributes in a text that a machine wrote.
enum XMLText {
    /// The text of the first element of a name, with XML's five entities resolved.
    static func first(_ name: String, in text: Substring) -> String? {
        element(name, in: text).map { resolved(String($0.content)) }
    }

    /// What all elements of a name hold, in order.
    static func all(_ name: String, in text: Substring) -> [Substring] {
        var found: [Substring] = []
        var rest = text
        while let (content, after) = element(name, in: rest) {
            found.append(content)
            rest = after
        }
        return found
    }

    private static func element(
        _ name: String, in text: Substring
    ) -> (content: Substring, after: Substring)? {
        guard let open = text.firstRange(of: "<\(name)>"),
            let close = text[open.upperBound...].firstRange(of: "</\(name)>")
        else { return nil }
        return (text[open.upperBound..<close.lowerBound], text[close.upperBound...])
    }

    private static func resolved(_ text: String) -> String {
        guard text.contains("&") else { return text }
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'")]
        // The ampersand comes last, because the text that it makes is no entity.
        return (entities + [("&amp;", "&")]).reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
