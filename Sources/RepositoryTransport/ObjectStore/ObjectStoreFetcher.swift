import PlainText
import TUF
import WebTransport

/// Reads a repository in an object store with the publisher's own credentials, past every cache.
public final class ObjectStoreFetcher: Fetcher {
    private let store: ObjectStore

    /// Makes a fetcher for the place that a client is for.
    ///
    /// - Parameter store: the client.
    public init(_ store: ObjectStore) {
        self.store = store
    }

    /// Fetches one file, as ``Fetcher`` says; validators are neither used nor given.
    ///
    /// - Parameters:
    ///   - request: what, and how much of it at most.
    ///   - begin: called before the bytes, which are always the whole file's.
    ///   - sink: takes the bytes.
    /// - Returns: whether the file was there.
    /// - Throws: ``FetchError`` if no such answer came.
    public func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) throws(FetchError) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        let folder = request.base == .metadata ? "metadata" : "targets"
        let answer = try store.send(
            ObjectRequest(
                .get, "\(folder)/\(request.path)", lengthBytesMax: request.lengthBytesMax))
        if answer.isAbsentObject { return .absent }
        guard answer.status == 200 else { throw .unreachable(answer.objectStoreProblem) }
        try begin(FetchBeginning())
        var failure: FetchError?
        answer.body.withUnsafeBytes { bytes in
            do throws(FetchError) { try sink(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        return .found(validator: nil)
    }
}

extension WebAnswer {
    /// The code of an error, `NoSuchKey` for one; nil if the store gave none, as to a HEAD.
    public var objectStoreCode: String? {
        XMLText.first("Code", in: String(decoding: body, as: UTF8.self)[...])
    }

    /// Whether the store says that it has no such file.
    ///
    /// Who may not list a bucket is told 403 instead of 404; a wrong signature is 403 as well,
    /// under another code.
    public var isAbsentObject: Bool {
        switch status {
        case 404: objectStoreCode != "NoSuchBucket"
        case 403: objectStoreCode == "AccessDenied"
        default: false
        }
    }

    /// An answer that is not the one hoped for, in a sentence.
    public var objectStoreProblem: String {
        let text = String(decoding: body, as: UTF8.self)
        let words = [objectStoreCode, XMLText.first("Message", in: text[...])]
            .compactMap { $0 }.filter { !$0.isEmpty }
        return "the object store answered with status \(status)"
            + (words.isEmpty
                ? "" : " (\(PlainText.line(String(words.joined(separator: ": ").prefix(300)))))")
    }
}
