import JSON
import ModuleHost
import TUF

/// A TUF client alone, as a host without Swift drives it; tests compare it with the native one.
package final class TUFModule {
    private var root: [UInt8] = []
    private var files: [String: [UInt8]] = [:]
    private var targets: [String] = []
    private var now: Int64 = 0
    private var asksAhead = false
    private var limits = TUFLimits.standard
    private let answers = GivenAnswers()
    private let progress = RootWalk.Progress()

    /// Makes a client that does nothing yet.
    package init() {}

    /// Begins a refresh, and the downloads after it.
    ///
    /// ```
    /// {"root": BYTES, "files": [{"name": TEXT, "length": BYTES}], "targets": [TEXT], "now": SECONDS,
    ///  "asksAhead": BOOL, "limits": {"rotations": N, "listedBytes": N, "values": N}|null}
    /// ```
    ///
    /// - Parameters:
    ///   - options: the form above; `files` are the store's, and `targets/…` for targets that are there.
    ///   - data: the bytes that the options count.
    /// - Returns: false if the options are not of that form.
    package func begin(
        _ options: UnsafeBufferPointer<UInt8>, _ data: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var bytes = GivenBytes(data)
        guard let json = try? JSON.parse(Array(options)), let root = bytes.next(json["root"]),
            let files = bytes.files(json["files"]), let now = json["now"]?.integerValue
        else { return false }
        (self.root, self.files, self.now) = (root, files, now)
        targets = (json["targets"]?.arrayValue ?? []).compactMap { $0.stringValue }
        asksAhead = json["asksAhead"]?.boolValue ?? false
        func limit(_ name: String, _ standard: Int) -> Int {
            json["limits"]?[name]?.integerValue.map { Int(clamping: $0) } ?? standard
        }
        limits.rootRotationsMax = limit("rotations", limits.rootRotationsMax)
        limits.listedBytesMax = limit("listedBytes", limits.listedBytesMax)
        limits.valuesMax = limit("values", limits.valuesMax)
        return true
    }

    /// What the host must do next.
    ///
    /// ```
    /// {"fetch": …} or {"done": {"problem": TEXT|null, "files": [{"name": TEXT, "length": BYTES|null}],
    ///                           "targets": [{"name": TEXT, "length": BYTES}]}}
    /// ```
    package func next() -> [UInt8] {
        answers.run(progress) { run() } ?? HostText.line(answers.wanted)
    }

    /// Takes the answers to the requests of the last ``next()``.
    ///
    /// - Returns: false if they are not of the form, or not as many.
    package func answer(
        _ options: UnsafeBufferPointer<UInt8>, _ data: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        HostText.answers(options, data).map { answers.add($0) } ?? false
    }

    /// Verifies a signature: `{"key": BYTES, "signature": BYTES, "message": BYTES}`; the scheme is Ed25519.
    package static func verifies(
        _ options: UnsafeBufferPointer<UInt8>, _ data: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var bytes = GivenBytes(data)
        guard let json = try? JSON.parse(Array(options)), let key = bytes.next(json["key"]),
            let signature = bytes.next(json["signature"]),
            let message = bytes.next(json["message"])
        else { return false }
        return PublicKey(keyType: "ed25519", scheme: "ed25519", publicText: Hex.encode(key))
            .verifies(signature, of: message)
    }

    private func run() -> [UInt8] {
        let store = MemoryStore(files: files.filter { !$0.key.utf8.starts(with: "targets/".utf8) })
        var updater = Updater(
            packagedRoot: root, store: store, fetcher: answers, limits: limits,
            now: UTCTime(unixSeconds: now), asksAhead: asksAhead)
        updater.progress = progress
        var problem: String?
        var found: [(name: String, bytes: [UInt8])] = []
        do throws(UpdateError) {
            _ = try updater.refresh()
            for name in targets where problem == nil {
                guard let target = try updater.target(named: name) else {
                    problem = "\(name): not listed"
                    continue
                }
                if let known = files["targets/\(target.fileName)"], target.isContent(known) {
                    continue
                }
                var bytes: [UInt8] = []
                try updater.download(target) { bytes += $0 }
                found.append((target.fileName, bytes))
            }
        } catch {
            problem = error.description
        }
        return done(problem, store, found)
    }

    private func done(
        _ problem: String?, _ store: MemoryStore, _ found: [(name: String, bytes: [UInt8])]
    ) -> [UInt8] {
        var output = Output()
        var changed: [JSON] = []
        for (name, bytes) in store.files where files[name] != bytes {
            changed.append(["name": .string(name), "length": output.add(bytes)])
        }
        let targets = found.map { file -> JSON in
            ["name": .string(file.name), "length": output.add(file.bytes)]
        }
        for name in files.keys
        where store.files[name] == nil && !name.utf8.starts(with: "targets/".utf8) {
            changed.append(["name": .string(name), "length": .null])
        }
        return output.behind([
            "done": [
                "problem": problem.map { .string($0) } ?? .null, "files": .array(changed),
                "targets": .array(targets),
            ]
        ])
    }
}
