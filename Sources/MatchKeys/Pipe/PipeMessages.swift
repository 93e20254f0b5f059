import JSON

/// How new an answer must be.
public enum CachePolicy: String, Sendable {
    /// A stored answer counts until its time is over.
    case usual
    /// The server is asked in any case.
    case refresh
    /// The server is never asked.
    case offline
}

/// One line that `breakdown` writes: a request.
package struct PipeRequest: Equatable, Sendable {
    package let resource: Resource
    /// How new it must be.
    package let freshness: CachePolicy

    /// Makes a request.
    package init(_ resource: Resource, _ freshness: CachePolicy) {
        self.resource = resource
        self.freshness = freshness
    }

    /// The line, with its line break.
    package var line: String {
        let json: JSON = [
            "get": .string(resource.path), "freshness": .string(freshness.rawValue),
        ]
        return json.text() + "\n"
    }

    /// Reads a line; nil for anything else.
    package init?(line: [UInt8]) {
        guard let json = try? JSON.parse(line, limits: PipeLimits.line),
            let resource = json["get"]?.stringValue.flatMap({ Resource(path: $0) }),
            let freshness = json["freshness"]?.stringValue.flatMap(CachePolicy.init(rawValue:))
        else { return nil }
        self.init(resource, freshness)
    }
}

/// One line that `match-fetch` writes; the bytes of the answer follow it.
package enum PipeReply: Equatable, Sendable {
    case answer(AnswerFacts, lengthBytes: Int)
    case error(SourceError)

    /// The line, with its line break.
    package var line: String {
        let json: JSON
        switch self {
        case .error(let error): json = ["error": error.json]
        case .answer(let facts, let lengthBytes):
            json = [
                "lengthBytes": .integer(Int64(lengthBytes)),
                "ageSeconds": .integer(facts.ageSeconds),
                "freshSeconds": .integer(facts.freshSeconds),
                "trouble": facts.trouble?.json ?? nil,
            ]
        }
        return json.text() + "\n"
    }

    /// Reads a line; nil for anything else.
    package init?(line: [UInt8]) {
        guard let json = try? JSON.parse(line, limits: PipeLimits.line) else { return nil }
        if let error = json["error"] {
            guard let error = SourceError(error) else { return nil }
            self = .error(error)
            return
        }
        guard let length = json["lengthBytes"]?.integerValue.map({ Int(clamping: $0) }),
            (0...AnswerLimits.answerBytesMax).contains(length),
            let age = json["ageSeconds"]?.integerValue,
            let fresh = json["freshSeconds"]?.integerValue
        else { return nil }
        let trouble = json["trouble"].flatMap { SourceTrouble($0) }
        self = .answer(
            AnswerFacts(ageSeconds: age, freshSeconds: fresh, trouble: trouble),
            lengthBytes: length)
    }
}

/// How old an answer is, and why it is not newer.
public struct AnswerFacts: Equatable, Sendable {
    /// Seconds since the server confirmed it.
    public let ageSeconds: Int64
    /// Seconds until the server is asked again.
    public let freshSeconds: Int64
    /// Why a stored answer stands in for a newer one; nil if it is as new as it must be.
    public let trouble: SourceTrouble?

    /// Collects the facts.
    ///
    /// - Parameters:
    ///   - ageSeconds: seconds since the server confirmed it.
    ///   - freshSeconds: seconds until the server is asked again.
    ///   - trouble: why a stored answer stands in for a newer one.
    public init(ageSeconds: Int64, freshSeconds: Int64, trouble: SourceTrouble? = nil) {
        self.ageSeconds = ageSeconds
        self.freshSeconds = freshSeconds
        self.trouble = trouble
    }
}

/// The limits of what comes over the pipe.
package enum PipeLimits {
    /// Bytes of one line: the longest is an error with an address or a path in it.
    package static let lineBytesMax = 16 << 10
    static let line = JSONLimits(lengthBytesMax: lineBytesMax, valuesMax: 100)
}
