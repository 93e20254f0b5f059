import PlainText
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
