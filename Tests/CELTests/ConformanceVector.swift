import Foundation

@testable import CEL

/// One test of the official suite, as its JSON form has it.
struct ConformanceVector {
    let id: String
    let group: String
    let source: String
    let container: String
    let variables: [String]
    let bindings: [String: Value]
    let expected: Expected
    /// Whether names that mean nothing are an error of evaluation rather than of compiling.
    let isUnchecked: Bool

    enum Expected {
        case value(Value)
        case error
        /// A deduced type, or something that only protobuf has: not for an evaluator.
        case inapplicable
    }
}

extension ConformanceVector {
    /// All vectors of some groups that a language without protobuf can run.
    static func load(from folder: String, groups: Set<String>) throws -> [ConformanceVector] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".json") }
            .sorted()
            .flatMap { name in
                let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
                return try JSONDecoder().decode([Tree].self, from: data)
            }
            .filter { !$0["needs_proto"].isTrue && groups.contains($0["group"].text) }
            .map { try ConformanceVector($0) }
    }

    private init(_ tree: Tree) throws {
        id = tree["id"].text
        group = tree["group"].text
        source = tree["expr"].text
        container = tree["container"].text
        isUnchecked = tree["disable_check"].isTrue
        var bindings: [String: Value] = [:]
        for (name, value) in tree["bindings"].members { bindings[name] = try value.typedValue() }
        self.bindings = bindings
        let declared = tree["type_env"].elements
            .filter { $0["kind"].text == "variable" }
            .map { $0["name"].text }
        variables = Array(Set(declared).union(bindings.keys))
        let outcome = tree["expected"].members
        if tree["check_only"].isTrue {
            expected = .inapplicable
        } else if let value = outcome["value"] {
            expected = .value(try value.typedValue())
        } else {
            expected = outcome["error"] == nil ? .inapplicable : .error
        }
    }
}

/// Any JSON.
private indirect enum Tree: Decodable {
    case null
    case bool(Bool)
    case number(Int)
    case string(String)
    case array([Tree])
    case object([String: Tree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .bool(truth)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let elements = try? container.decode([Tree].self) {
            self = .array(elements)
        } else {
            self = .object(try container.decode([String: Tree].self))
        }
    }

    subscript(key: String) -> Tree { members[key] ?? .null }
    var members: [String: Tree] { if case .object(let members) = self { members } else { [:] } }
    var elements: [Tree] { if case .array(let elements) = self { elements } else { [] } }
    var text: String { if case .string(let text) = self { text } else { "" } }
    var isTrue: Bool { if case .bool(true) = self { true } else { false } }

    struct Unknown: Error { let kind: String }

    /// The value that an object with one key, its type, stands for.
    func typedValue() throws -> Value {
        guard let (kind, content) = members.first else { throw Unknown(kind: "none") }
        switch kind {
        case "null": return .null
        case "bool": return .bool(content.isTrue)
        case "int": return .int(try Self.require(Int64(content.text), kind))
        case "uint": return .uint(try Self.require(UInt64(content.text), kind))
        case "double": return .double(try Self.require(Double(content.text), kind))
        case "string": return .string(content.text)
        case "bytes":
            return .bytes(Array(try Self.require(Data(base64Encoded: content.text), kind)))
        case "list": return Value(try content.elements.map { try $0.typedValue() })
        case "map":
            let entries = try content.elements.map { entry in
                let key = try entry.elements[0].typedValue()
                return (try Self.require(MapKey(key), kind), try entry.elements[1].typedValue())
            }
            return .map(NativeMap(unique: entries))
        case "type": return .type(TypeName(content.text))
        default: throw Unknown(kind: kind)
        }
    }

    private static func require<Content>(_ content: Content?, _ kind: String) throws -> Content {
        guard let content else { throw Unknown(kind: kind) }
        return content
    }
}
