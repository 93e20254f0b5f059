import ClientModule
import Foundation
import JSON
import TUF
import Testing

/// The same refresh by the client that waits and by the client's module.
extension World {
    /// Two refreshes, the second with what the first has stored; the world is as before afterwards.
    func twice(_ refresh: (World) throws -> Ending) rethrows -> [Ending] {
        let before = store.files
        defer {
            store = MemoryStore(files: before)
            kept = [:]
        }
        return [try refresh(self), try refresh(self)]
    }

    /// A refresh by the client that waits.
    func refreshed() -> Ending {
        var problem: String?
        do throws(UpdateError) {
            try refresh()
        } catch {
            problem = error.description
        }
        // A poll asks only once for a file that did not come.
        var failed: Set<String> = []
        let asked = repository.requests.filter {
            repository.errors[$0] == nil || failed.insert($0).inserted
        }
        return ending(problem, asked)
    }

    /// A poll by the client's module in this process.
    func polled() throws -> Ending {
        var module = ClientModule()
        let files = kept.merging(store.files.map { ("metadata/\($0)", $1) }) { $1 }
            .sorted { $0.key < $1.key }
        let facts: JSON = [
            "root": .integer(Int64(packagedRoot.count)), "embedded": 0, "machine": "m",
            "now": .integer(now.unixSeconds),
            "files": .array(
                files.map { ["name": .string($0.key), "length": .integer(Int64($0.value.count))] }),
        ]
        try give(facts, packagedRoot + files.flatMap { $0.value }) { module.begin($0, $1) }
        var asked: [String] = []
        while true {
            let output = module.next()
            let end = try #require(output.firstIndex(of: UInt8(ascii: "\n")))
            let step = try JSON.parse(Array(output[..<end]))
            if let done = step["done"] {
                keep(done["files"]?.arrayValue ?? [], Array(output[(end + 1)...]))
                return ending(done["report"]?["problem"]?.stringValue, asked)
            }
            let paths = (step["fetch"]?.arrayValue ?? []).compactMap {
                $0["path"]?.stringValue.map { String($0.dropFirst("metadata/".count)) }
            }
            asked += paths
            var (answers, data): ([JSON], [UInt8]) = ([], [])
            for path in paths {
                let together = paths.count > 1 ? repository.filesTogether[path] : nil
                if let error = repository.errors[path] {
                    answers.append(["problem": .string(error.description)])
                } else if let file = together ?? repository.files[path] {
                    answers.append(["status": 200, "length": .integer(Int64(file.count))])
                    data += file
                } else {
                    answers.append(["status": 404])
                }
            }
            try give(.array(answers), data) { module.answer($0, $1) }
        }
    }

    /// Everything that a poll outside this process needs; bytes as Base64.
    var json: JSON {
        func json(_ files: [String: [UInt8]]) -> JSON {
            var object = JSONObject()
            for (name, bytes) in files {
                object[name] = .string(Data(bytes).base64EncodedString())
            }
            return .object(object)
        }
        var errors = JSONObject()
        for (path, error) in repository.errors { errors[path] = .string(error.description) }
        return [
            "root": .string(Data(packagedRoot).base64EncodedString()),
            "now": .integer(now.unixSeconds), "stored": json(store.files),
            "files": json(repository.files), "together": json(repository.filesTogether),
            "errors": .object(errors),
        ]
    }

    private func give(
        _ options: JSON, _ data: [UInt8],
        _ call: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) throws {
        let isTaken = options.serialized().withUnsafeBufferPointer { options in
            data.withUnsafeBufferPointer { call(options, $0) }
        }
        try #require(isTaken)
    }

    private func keep(_ changes: [JSON], _ data: [UInt8]) {
        var (files, rest) = (store.files, data[...])
        for change in changes {
            let name = change["name"]?.stringValue ?? ""
            let length = change["length"]?.integerValue.map { Int($0) }
            let bytes = length.map { Array(rest.prefix($0)) }
            rest = rest.dropFirst(length ?? 0)
            if name.hasPrefix("metadata/") {
                files[String(name.dropFirst("metadata/".count))] = bytes
            } else {
                kept[name] = bytes
            }
        }
        store = MemoryStore(files: files)
    }

    private func ending(_ problem: String?, _ requests: [String]) -> Ending {
        Ending(
            problem: problem, requests: requests,
            stored: store.files.mapValues { sha256($0) })
    }
}
