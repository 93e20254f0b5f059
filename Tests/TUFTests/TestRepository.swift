import JSON
import TUF

/// A repository in memory that is the fetcher: change it, publish, and see what a client makes of it.
///
/// It builds its metadata by itself, not with the publisher's drafts, so that it can be wrong in any way.
final class TestRepository: Fetcher {
    struct Role {
        var keys: [TestKey]
        /// Who signs, where it is not everybody that is trusted.
        var signers: [TestKey]?
        var threshold = 1
        var version: Int64 = 0
        var expires: UTCTime
        /// Changes the signed part before it is signed.
        var edit: (inout JSONObject) -> Void = { _ in }
        /// Changes the list of signatures.
        var editSignatures: (inout [JSON]) -> Void = { _ in }
        /// For targets roles: path → entry.
        var targets = JSONObject()
        /// For targets roles.
        var delegations: JSON?
        /// Changes how the next file up lists this one.
        var editListing: (inout JSONObject) -> Void = { _ in }
        /// The newest file.
        var bytes: [UInt8] = []
    }

    var roles: [String: Role] = [:]
    /// Whether files carry version and hash, from the next root on.
    var consistentSnapshot = true
    var listsLengths = true
    var listsHashes = true
    /// By path under `metadata/`.
    var files: [String: [UInt8]] = [:]
    /// By path under `targets/`, as requested.
    var targetFiles: [String: [UInt8]] = [:]
    /// Where set, what every request under `targets/` gets.
    var everyTarget: [UInt8]?
    /// Instead of the file of that path.
    var errors: [String: FetchError] = [:]
    /// What was asked for: `timestamp.json`, `timestamp.json?` with a validator, `targets/a`.
    var requests: [String] = []
    /// How often it was asked; several requests at the same time are one.
    var rounds = 0
    /// Instead of the file of that path, if it is asked for together with others.
    var errorsTogether: [String: FetchError] = [:]
    /// Instead of the files of those paths, if they are asked for together with others.
    var filesTogether: [String: [UInt8]] = [:]
    /// Whether the last request of several at the same time is answered first.
    var answersLastFirst = false

    init(now: UTCTime) {
        let day: Int64 = 86_400
        for (number, name) in ["root", "timestamp", "snapshot", "targets"].enumerated() {
            roles[name] = Role(
                keys: [.ed25519(UInt8(number + 1))], expires: now.advanced(bySeconds: 30 * day))
        }
        publishRoot()
        publish()
    }

    subscript(role: String) -> Role {
        get { roles[role] ?? Role(keys: [], expires: UTCTime(unixSeconds: 0)) }
        set { roles[role] = newValue }
    }

    // MARK: Publishing

    /// Signs the next root by its own keys and by those of the last.
    func publishRoot(alsoSignedBy others: [TestKey] = []) {
        self["root"].version += 1
        let names = ["root", "timestamp", "snapshot", "targets"]
        var keys = JSONObject()
        var listed = JSONObject()
        for name in names {
            for key in self[name].keys { keys[key.keyID] = key.json }
            listed[name] = [
                "keyids": .array(self[name].keys.map { .string($0.keyID) }),
                "threshold": .integer(Int64(self[name].threshold)),
            ]
        }
        var signed = header("root")
        signed["consistent_snapshot"] = .bool(consistentSnapshot)
        signed["keys"] = .object(keys)
        signed["roles"] = .object(listed)
        sign("root", signed, alsoBy: others)
        files["\(self["root"].version).root.json"] = self["root"].bytes
    }

    /// Signs targets, snapshot and timestamp anew, each one version on.
    func publish() {
        publishTargets()
        publishSnapshot()
        publishTimestamp()
    }

    func publishTargets(_ name: String = "targets") {
        self[name].version += 1
        var signed = header(name)
        signed["targets"] = .object(self[name].targets)
        signed["delegations"] = self[name].delegations
        sign(name, signed)
        put(name)
    }

    func publishSnapshot() {
        self["snapshot"].version += 1
        var meta = JSONObject()
        for name in roles.keys.sorted()
        where !["root", "timestamp", "snapshot"].contains(name) {
            meta["\(name).json"] = listing(name)
        }
        var signed = header("snapshot")
        signed["meta"] = .object(meta)
        sign("snapshot", signed)
        put("snapshot")
    }

    func publishTimestamp() {
        self["timestamp"].version += 1
        var signed = header("timestamp")
        signed["meta"] = ["snapshot.json": listing("snapshot")]
        sign("timestamp", signed)
        files["timestamp.json"] = self["timestamp"].bytes
    }

    /// Lists a file and serves it; published with the next ``publish()``.
    func addTarget(_ path: String, _ content: [UInt8], to role: String = "targets") {
        self[role].targets[path] = [
            "length": .integer(Int64(content.count)),
            "hashes": ["sha256": .string(sha256(content)), "sha512": .string(sha512(content))],
        ]
        var segments = path.split(separator: "/").map(String.init)
        targetFiles[path] = content
        if let name = segments.popLast() {
            for hash in [sha256(content), sha512(content)] {
                targetFiles[(segments + ["\(hash).\(name)"]).joined(separator: "/")] = content
            }
        }
    }

    private func header(_ name: String) -> JSONObject {
        var object = JSONObject()
        object["_type"] = .string(
            ["root", "timestamp", "snapshot"].contains(name) ? name : "targets")
        object["spec_version"] = "1.0.31"
        object["version"] = .integer(self[name].version)
        object["expires"] = .string(self[name].expires.description)
        return object
    }

    private func listing(_ name: String) -> JSON {
        var object = JSONObject()
        object["version"] = .integer(self[name].version)
        if listsLengths { object["length"] = .integer(Int64(self[name].bytes.count)) }
        if listsHashes { object["hashes"] = ["sha256": .string(sha256(self[name].bytes))] }
        self[name].editListing(&object)
        return .object(object)
    }

    private func sign(_ name: String, _ unsigned: JSONObject, alsoBy others: [TestKey] = []) {
        var object = unsigned
        self[name].edit(&object)
        let signed = JSON.object(object)
        // What has no canonical form is signed as something else, and must be refused for that.
        let message = (try? signed.canonical()) ?? []
        var signatures: [JSON] = (others + (self[name].signers ?? self[name].keys)).map { key in
            ["keyid": .string(key.keyID), "sig": .string(hexText(key.sign(message)))]
        }
        self[name].editSignatures(&signatures)
        let file: JSON = ["signatures": .array(signatures), "signed": signed]
        self[name].bytes = file.serialized(.indented)
    }

    private func put(_ name: String) {
        let encoded = name.replacing("/", with: "%2F").replacing(" ", with: "%20")
        let prefix = consistentSnapshot ? "\(self[name].version)." : ""
        files["\(prefix)\(encoded).json"] = self[name].bytes
    }

    // MARK: Fetching

    func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        rounds += 1
        let isMetadata = request.base == .metadata
        let path = (isMetadata ? "" : "targets/") + request.path
        requests.append(path + (request.validator == nil ? "" : "?"))
        if let error = errors[path] { throw error }
        let file = isMetadata ? files[request.path] : everyTarget ?? targetFiles[request.path]
        guard let bytes = file else { return .absent }
        // As from a web server whose files all have the same time and length.
        begin(FetchBeginning(validator: Validator(entityTag: "\"1-1f4\"")))
        // In pieces, and without regard to the limit: keeping it is the client's part, too.
        for start in stride(from: 0, to: bytes.count, by: 1_000) {
            let piece = Array(bytes[start..<min(start + 1_000, bytes.count)])
            try piece.withUnsafeBufferPointer { (buffer) throws(FetchError) in
                try sink(UnsafeRawBufferPointer(buffer))
            }
        }
        return .found
    }

    func fetchTogether(_ receivers: [FileReceiver]) {
        let (before, usual) = (rounds, files)
        files.merge(filesTogether) { $1 }
        defer { files = usual }
        for receiver in answersLastFirst ? receivers.reversed() : receivers {
            do throws(FetchError) {
                if let error = errorsTogether[receiver.request.path] { throw error }
                let outcome = try fetch(
                    receiver.request, begin: receiver.begin, sink: receiver.receive)
                receiver.end(.success(outcome))
            } catch {
                receiver.end(.failure(error))
            }
        }
        rounds = before + 1
    }
}
