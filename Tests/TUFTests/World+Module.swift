import JSON
import TUF

extension World {
    /// A refresh by a module, which asks this world's repository; its store is this world's.
    ///
    /// - Returns: what went wrong; nil if nothing did.
    func refresh(through module: any ModuleCalls) throws -> String? {
        repository.requests = []
        let files = store.files.sorted { $0.key < $1.key }
        let options: JSON = [
            "root": .integer(Int64(packagedRoot.count)), "now": .integer(now.unixSeconds),
            "asksAhead": .bool(asksAhead),
            "limits": [
                "rotations": .integer(Int64(limits.rootRotationsMax)),
                "listedBytes": .integer(Int64(limits.listedBytesMax)),
                "values": .integer(Int64(limits.valuesMax)),
            ],
            "files": .array(
                files.map { ["name": .string($0.key), "length": .integer(Int64($0.value.count))] }),
        ]
        guard try module.begin(options, packagedRoot + files.flatMap { $0.value }) else {
            return "the module refuses the options"
        }
        while true {
            let output = try module.next()
            guard let end = output.firstIndex(of: UInt8(ascii: "\n")) else { return "no output" }
            let step = try JSON.parse(Array(output[..<end]))
            if let done = step["done"] {
                keep(done["files"]?.arrayValue ?? [], Array(output[(end + 1)...]))
                return done["problem"]?.stringValue
            }
            let (answers, data) = answers(to: step["fetch"]?.arrayValue ?? [])
            guard try module.answer(.array(answers), data) else {
                return "the module refuses the answers"
            }
        }
    }

    private func keep(_ changes: [JSON], _ data: [UInt8]) {
        var (files, rest) = (store.files, data[...])
        for change in changes {
            let length = change["length"]?.integerValue.map { Int($0) }
            files[change["name"]?.stringValue ?? ""] = length.map { Array(rest.prefix($0)) }
            rest = rest.dropFirst(length ?? 0)
        }
        store = MemoryStore(files: files)
    }

    /// The repository's answers, side by side if there are several requests.
    private func answers(to list: [JSON]) -> (answers: [JSON], data: [UInt8]) {
        let receivers = list.map { request in
            HostReceiver(
                FetchRequest(
                    base: .metadata,
                    path: String((request["path"]?.stringValue ?? "").dropFirst("metadata/".count)),
                    lengthBytesMax: Int(request["max"]?.integerValue ?? 0)))
        }
        if let alone = receivers.first, receivers.count == 1 {
            do throws(FetchError) {
                let outcome = try repository.fetch(
                    alone.request, begin: alone.begin, sink: alone.receive)
                alone.end(.success(outcome))
            } catch {
                alone.end(.failure(error))
            }
        } else {
            repository.fetchTogether(
                receivers.map {
                    FileReceiver($0.request, begin: $0.begin, receive: $0.receive, end: $0.end)
                })
        }
        return (receivers.map { $0.answer }, receivers.flatMap { $0.bytes })
    }
}

/// What a host does with one file.
private final class HostReceiver {
    let request: FetchRequest
    private(set) var bytes: [UInt8] = []
    private(set) var answer: JSON = ["problem": ""]

    init(_ request: FetchRequest) { self.request = request }

    func begin(_ beginning: FetchBeginning) {}
    func receive(_ piece: UnsafeRawBufferPointer) { bytes += piece }

    func end(_ result: Result<FetchOutcome, FetchError>) {
        switch result {
        case .success(.found):
            answer = ["status": 200, "length": .integer(Int64(bytes.count))]
            return
        case .success(.absent): answer = ["status": 404]
        case .failure(let error): answer = ["problem": .string(error.description)]
        }
        bytes = []
    }
}
