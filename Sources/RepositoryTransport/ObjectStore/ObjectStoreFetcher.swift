import Text
import TUF
import WebTransport

/// Reads a repository in an object store with the publisher's own credentials, past every cache.
public final class ObjectStoreFetcher: Fetcher {
    private let store: ObjectStore

    /// Makes a fetcher for a client's place.
    public init(_ store: ObjectStore) {
        self.store = store
    }

    /// Fetches one file, as ``Fetcher`` says; validators are neither used nor given.
    public func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        let folder = request.base == .metadata ? "metadata" : "targets"
        let answer = try store.send(
            ObjectRequest(
                .get, "\(folder)/\(request.path)", lengthBytesMax: request.lengthBytesMax))
        if answer.isAbsentObject { return .absent }
        guard answer.status == 200 else {
            let region = answer.objectStoreRegion.map { "; set AWS_REGION to \($0)" } ?? ""
            throw .unreachable(answer.objectStoreProblem + region)
        }
        begin(FetchBeginning())
        var failure: FetchError?
        answer.body.withUnsafeBytes { bytes in
            do throws(FetchError) { try sink(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        return .found
    }
}

extension WebAnswer {
    /// The code of an error, for example `NoSuchKey`; nil if the store gave none, as for a HEAD request.
    public var objectStoreCode: String? {
        XMLText.first("Code", in: String(decoding: body, as: UTF8.self)[...])
    }

    /// The bucket's region, if the store refused a request because it was signed for another region, or was sent to
    /// another region's address; nil for any other answer.
    public var objectStoreRegion: String? {
        // AWS answers 400 (AuthorizationHeaderMalformed), 301 (PermanentRedirect) or 307; HEAD has no body.
        guard [301, 307, 400].contains(status) else { return nil }
        let region =
            XMLText.first("Region", in: String(decoding: body, as: UTF8.self)[...])
            ?? header("x-amz-bucket-region")
        return region.flatMap { ObjectStoreOptions.isRegion($0) ? $0 : nil }
    }

    /// Whether the store says that it has no such file.
    ///
    /// A reader without the right to list a bucket gets 403 instead of 404. A wrong signature is 403, too, with
    /// another code.
    public var isAbsentObject: Bool {
        switch status {
        case 404: objectStoreCode != "NoSuchBucket"
        case 403: objectStoreCode == "AccessDenied"
        default: false
        }
    }

    /// The sentence for an answer that is an error.
    public var objectStoreProblem: String {
        let text = String(decoding: body, as: UTF8.self)
        let words = [objectStoreCode, XMLText.first("Message", in: text[...])]
            .compactMap { $0 }.filter { !$0.isEmpty }
        return "the object store answered with status \(status)"
            + (words.isEmpty
                ? "" : " (\(PlainText.line(String(words.joined(separator: ": ").prefix(300)))))")
    }
}

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
