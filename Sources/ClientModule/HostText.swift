import JSON
import TUF

/// The bytes that a host gives with a call, one part after another; their lengths stand in the options.
struct GivenBytes {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    init(_ data: UnsafeBufferPointer<UInt8>) { rest = data[...] }

    /// The next part; nil if there are fewer bytes.
    mutating func next(_ length: JSON?) -> [UInt8]? {
        guard let length = length?.integerValue, length >= 0, length <= rest.count else {
            return nil
        }
        defer { rest = rest.dropFirst(Int(length)) }
        return Array(rest.prefix(Int(length)))
    }

    /// The next files: `[{"name": TEXT, "length": BYTES}]`; nil if the list has another form.
    mutating func files(_ list: JSON?) -> [String: [UInt8]]? {
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
struct Output {
    private var data: [UInt8] = []

    mutating func add(_ bytes: [UInt8]) -> JSON {
        data += bytes
        return .integer(Int64(bytes.count))
    }

    func behind(_ line: JSON) -> [UInt8] {
        var output = line.serialized()
        output.append(UInt8(ascii: "\n"))
        output += data
        return output
    }
}

/// The requests and answers between the module and its host.
enum HostText {
    /// Reads the answers to the last requests, in their order.
    ///
    /// ```
    /// [{"status": N, "headers": {NAME IN LOWER CASE: TEXT}, "asked": ORIGIN, "found": ORIGIN,
    ///   "length": BYTES OF THE BODY|null IF THERE ARE MORE THAN max OR IT IS NOT NEEDED, "max": BYTES}
    ///  | {"problem": WHY NO ANSWER CAME}]
    /// ```
    ///
    /// The bodies are as the host has undone their codings.
    static func answers(
        _ options: UnsafeBufferPointer<UInt8>, _ data: UnsafeBufferPointer<UInt8>
    ) -> [HostAnswer]? {
        guard let list = (try? JSON.parse(Array(options)))?.arrayValue else { return nil }
        var bytes = GivenBytes(data)
        var answers: [HostAnswer] = []
        for answer in list {
            guard let head = FileAnswer(answer) else {
                answers.append(.failed(.unreachable(answer["problem"]?.stringValue ?? "")))
                continue
            }
            var body: [UInt8]?
            if answer["length"]?.integerValue != nil {
                guard let given = bytes.next(answer["length"]) else { return nil }
                body = given
            }
            let lengthBytesMax = Int(clamping: answer["max"]?.integerValue ?? 0)
            answers.append(head.answer(body, lengthBytesMax: lengthBytesMax))
        }
        return answers
    }

    /// Whether the body of an answer is to be read, by its head in the form of ``answers(_:_:)``.
    static func needsBody(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
        (try? JSON.parse(Array(head))).flatMap { FileAnswer($0) }?.needsBody ?? false
    }

    /// The next requests: `{"fetch": [{"path": "metadata/…" | "targets/…", "max": BYTES}]}`.
    static func line(_ requests: [FetchRequest]) -> [UInt8] {
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

extension FileAnswer {
    /// Reads the head of an answer in the form of ``HostText``; nil if no answer came.
    fileprivate init?(_ answer: JSON) {
        guard let status = answer["status"]?.integerValue else { return nil }
        self.init(
            status: Int(clamping: status), asked: answer["asked"]?.stringValue,
            found: answer["found"]?.stringValue, isDecoded: true
        ) { answer["headers"]?[$0]?.stringValue }
    }
}
