import BundleArchive
import RepositoryTransport
import SeasonAuthoring
import TUF
import WebTransport

/// Sends a publisher's requests to an object store, with one rule for each difference between stores.
///
/// | store | differs | rule |
/// |---|---|---|
/// | OpenStack Swift | conditional PUT: 501 | look first, then PUT; said once |
/// | some others | conditional PUT: the condition is ignored | the lock finds it out; the same |
/// | Ceph | If-Match with quotes: always 412 | the commit tries without them |
/// | Ceph | losers of a race: 500 | tried again, then 412 |
/// | AWS | 403 for a missing key, where listing is not allowed | absent |
/// | AWS | two conditional PUTs at once: 409 | tried again |
/// | Swift, Ceph | no chunked uploads (aws-chunked) | a PUT is one body with its SHA-256 |
final class ObjectStoreClient {
    let store: ObjectStore
    /// Gets what a person should know and that stops nothing.
    let report: (String) -> Void
    /// False as soon as we know that the store cannot make "look, then write" one step.
    private var hasConditions = true

    init(_ store: ObjectStore, report: @escaping (String) -> Void) {
        self.store = store
        self.report = report
    }

    static let ifAbsent = "If-None-Match: *"

    var name: String { "\(store.address)" }

    /// Creates a file that never changes; true if it was not there yet, or was damaged.
    func create(_ file: PublishFile) throws(PublishError) -> Bool {
        if try put(file, condition: Self.ifAbsent) { return true }
        guard try !holds(file.bytes, at: file.path) else { return false }
        // A name below targets/ says the hash of its bytes, so that other bytes under it are damaged ones.
        guard file.path.hasPrefix("targets/") else {
            throw .refused(
                "\(name)/\(file.path): expected that it never changes, found other bytes under its name",
                "another publisher wrote here, or the file is damaged: look at it, and delete it if it "
                    + "is not listed by what is live")
        }
        return try put(file)
    }

    private func holds(_ bytes: [UInt8], at path: String) throws(PublishError) -> Bool {
        do throws(PublishError) {
            return try read(path, lengthBytesMax: max(bytes.count, 1) + 1)?.body == bytes
        } catch {
            guard error.kind == .tooLong else { throw error }
            return false
        }
    }

    /// Puts a file with the headers that it is to be served with; false if something else is there than the condition says.
    ///
    /// We look first where the store knows no conditions.
    ///
    /// - Parameter condition: a header line, as `If-None-Match: *`; nil to replace whatever is there.
    func put(_ file: PublishFile, condition: String? = nil) throws(PublishError) -> Bool {
        if !hasConditions, condition == Self.ifAbsent, try head(file.path) != nil { return false }
        var request = ObjectRequest(.put, file.path)
        let bytes = file.bytes
        request.body = bytes
        request.bodySHA256 = ContentHasher.hex(of: bytes)
        request.headers =
            ["Content-Type: \(file.contentType)", "Cache-Control: \(file.cacheControl)"]
            + [hasConditions ? condition : nil].compactMap { $0 }
        let answer = try send(request)
        switch answer.status {
        case 200, 201, 204: return true
        case 412 where condition != nil: return false
        case 501 where hasConditions && answer.objectStoreCode == "NotImplemented":
            refrainFromConditions()
            return try put(file, condition: condition)
        default: throw problem(answer, file.path)
        }
    }

    func read(
        _ path: String, lengthBytesMax: Int = TUFLimits.standard.rootBytesMax
    ) throws(PublishError) -> WebAnswer? {
        let answer = try send(ObjectRequest(.get, path, lengthBytesMax: lengthBytesMax))
        if answer.isAbsentObject { return nil }
        guard answer.status == 200 else { throw problem(answer, path) }
        return answer
    }

    func head(_ path: String) throws(PublishError) -> WebAnswer? {
        let answer = try send(ObjectRequest(.head, path))
        // Without a body nothing tells why. A wrong signature would have been noticed at the first read.
        if [403, 404].contains(answer.status) { return nil }
        guard answer.status == 200 else { throw problem(answer, path) }
        return answer
    }

    /// Deletes a file; one that is gone is no error.
    func delete(_ path: String) throws(PublishError) {
        let answer = try send(ObjectRequest(.delete, path))
        guard [200, 204, 404].contains(answer.status) else { throw problem(answer, path) }
    }

    /// Every file below a folder, which ends with `/`; sorted.
    ///
    /// A listing without end is an error, because a part of the names would hide files.
    func list(_ folder: String) throws(PublishError) -> [StoredFile] {
        let prefix = store.address.prefix.isEmpty ? "" : "\(store.address.prefix)/"
        var found: [StoredFile] = []
        var continuation: String?
        for _ in 0..<PublishLimits.objectPagesMax {
            var request = ObjectRequest(
                .get, nil, lengthBytesMax: PublishLimits.objectListingBytesMax)
            request.query =
                (continuation.map { "continuation-token=\(PercentEncoder.component($0))&" } ?? "")
                + "list-type=2&prefix=\(PercentEncoder.component(prefix + folder))"
            let answer = try send(request)
            if answer.status == 403, answer.objectStoreCode == "AccessDenied" {
                throw PublishError(
                    "\(name)/\(folder): expected a list of its files, found that this key may not list them",
                    remedy: "allow this key s3:ListBucket on the bucket; only log and prune need it"
                )
            }
            guard answer.status == 200 else { throw problem(answer, folder) }
            guard let page = ObjectListing(answer.body) else { break }
            found += page.entries.map {
                StoredFile(
                    path: String($0.key.dropFirst(prefix.count)), lengthBytes: $0.lengthBytes,
                    modifiedSecond: $0.modifiedSecond)
            }
            continuation = page.continuation
            if continuation == nil {
                return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
            }
        }
        throw PublishError(
            "\(name)/\(folder): expected a list of its files, found another answer, or one without end",
            remedy: "give the address of an object store that knows ListObjectsV2")
    }

    private func send(_ request: ObjectRequest) throws(PublishError) -> WebAnswer {
        try converting(try store.send(request)) { (error: FetchError) in
            PublishError(error, at: name, remedy: PublishError.liveStill)
        }
    }

    private func problem(_ answer: WebAnswer, _ path: String) -> PublishError {
        PublishError("\(name)/\(path): \(answer.objectStoreProblem)", remedy: answer.remedy)
    }

    /// The store said that it has a file, and then gave another one.
    func notKept(_ path: String) -> PublishError {
        PublishError(
            "\(name)/\(path): expected the file that was just written, found another one or none",
            remedy: "look at status: another publisher is at work, "
                + "or the store does not keep what it is given")
    }

    /// Sends no condition to this store any more, and says once that its lock does not keep two publishers apart.
    func refrainFromConditions() {
        guard hasConditions else { return }
        hasConditions = false
        report(
            "\(name): this store cannot create a file only if there is none, so the lock does not stop "
                + "two publishers that begin at the same instant: let only one publish")
    }
}

extension WebAnswer {
    fileprivate var remedy: Advice {
        // The request was signed for another region than the bucket's.
        if let region = objectStoreRegion { return "set AWS_REGION to \(region)" }
        return switch objectStoreCode {
        case "NoSuchBucket": "make the bucket, and let the web read it: docs/HOSTING.md"
        case "SignatureDoesNotMatch", "InvalidAccessKeyId":
            "are AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION those of this store?"
        case "AuthorizationHeaderMalformed", "PermanentRedirect", "TemporaryRedirect":
            "set AWS_REGION to the bucket's region"
        case "RequestTimeTooSkewed": "set the clock"
        case "AccessDenied": "allow this key s3:GetObject, s3:PutObject and s3:DeleteObject"
        default: PublishError.liveStill
        }
    }
}

extension PublishFile {
    /// How long caches may keep it: docs/HOSTING.md.
    var cacheControl: String {
        isImmutable ? "public, max-age=31536000, immutable" : "public, max-age=60, must-revalidate"
    }

    package var contentType: String {
        switch path.split(separator: ".").last {
        case "json": "application/json"
        case "zip": "application/zip"
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "wasm": "application/wasm"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }
}
