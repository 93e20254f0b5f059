import JSON
import TUF

/// The bytes that a host gives with a call, one part after another; their lengths stand in the options.
package struct GivenBytes {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    /// Takes what the host gives.
    package init(_ data: UnsafeBufferPointer<UInt8>) { rest = data[...] }

    /// The next part; nil if there are fewer bytes.
    package mutating func next(_ length: JSON?) -> [UInt8]? {
        guard let length = length?.integerValue, length >= 0, length <= rest.count else {
            return nil
        }
        defer { rest = rest.dropFirst(Int(length)) }
        return Array(rest.prefix(Int(length)))
    }

    /// The next files: `[{"name": TEXT, "length": BYTES}]`; nil if the list has another form.
    package mutating func files(_ list: JSON?) -> [String: [UInt8]]? {
        var files: [String: [UInt8]] = [:]
        for file in list?.arrayValue ?? [] {
            guard let name = file["name"]?.stringValue, let content = next(file["length"])
            else { return nil }
            files[name] = content
        }
        return files
    }
}

/// What a call gives back: one line of JSON, and behind it the bytes that the line counts.
package struct Output {
    private var data: [UInt8] = []

    /// Begins an output.
    package init() {}

    /// Adds bytes.
    ///
    /// - Returns: their length for the line.
    package mutating func add(_ bytes: [UInt8]) -> JSON {
        data += bytes
        return .integer(Int64(bytes.count))
    }

    /// The whole output.
    package func behind(_ line: JSON) -> [UInt8] {
        var output = line.serialized()
        output.append(UInt8(ascii: "\n"))
        output += data
        return output
    }
}

/// The requests and answers between the module and its host.
package enum HostText {
    /// Reads the answers to the last requests, in their order.
    ///
    /// ```
    /// [{"kind": "found", "length": N} | {"kind": "absent"} | {"kind": "too-long", "length": MAX}
    ///  | {"kind": "wait", "length": SECONDS, "problem": TEXT} | {"kind": "web-page" | "unreachable", "problem": TEXT}
    ///  | {"kind": "cancelled"}]
    /// ```
    ///
    /// - Returns: the answers; nil if they are not of that form.
    package static func answers(
        _ options: UnsafeBufferPointer<UInt8>, _ data: UnsafeBufferPointer<UInt8>
    ) -> [HostAnswer]? {
        guard let list = (try? JSON.parse(Array(options)))?.arrayValue else { return nil }
        var bytes = GivenBytes(data)
        var answers: [HostAnswer] = []
        for answer in list {
            let problem = answer["problem"]?.stringValue ?? ""
            let number = Int(clamping: answer["length"]?.integerValue ?? 0)
            switch answer["kind"]?.stringValue {
            case "found":
                guard let found = bytes.next(answer["length"]) else { return nil }
                answers.append(.found(found))
            case "absent": answers.append(.absent)
            case "too-long": answers.append(.failed(.tooLong(lengthBytesMax: number)))
            case "wait": answers.append(.failed(.retryAfter(seconds: number, problem)))
            case "cancelled": answers.append(.failed(.cancelled))
            case "web-page": answers.append(.failed(.webPage(problem)))
            default: answers.append(.failed(.unreachable(problem)))
            }
        }
        return answers
    }

    /// The next requests: `{"fetch": [{"path": "metadata/…" | "targets/…", "max": BYTES}]}`.
    package static func line(_ requests: [FetchRequest]) -> [UInt8] {
        let list = requests.map { request -> JSON in
            let base = request.base == .metadata ? "metadata/" : "targets/"
            return [
                "path": .string(base + request.path),
                "max": .integer(Int64(request.lengthBytesMax)),
            ]
        }
        return Output().behind(["fetch": .array(list)])
    }
}
