/// The stream that the reading process sends: each file as name, length and bytes, then an end or a problem.
///
/// A hostile archive may have taken control of the sender. So the receiver checks every name and length again.
package enum ContainerStream {
    /// The longest text of a problem, in bytes.
    private static let textBytesMax = 400

    private enum Mark {
        static let file = UInt8(ascii: "F")
        static let end = UInt8(ascii: "E")
        static let problem = UInt8(ascii: "P")
    }

    // MARK: - Sending

    /// One file.
    package static func file(_ name: RepositoryName, _ bytes: [UInt8]) -> [UInt8] {
        [Mark.file] + counted(Array(name.path.utf8)) + number(bytes.count) + bytes
    }

    /// The end after all files.
    package static let end: [UInt8] = [Mark.end]

    /// A problem, after which nothing comes.
    package static func problem(_ problem: ContainerProblem) -> [UInt8] {
        let (code, first, second) = problem.parts
        return [Mark.problem, code] + counted(Array(first.utf8.prefix(textBytesMax)))
            + counted(Array(second.utf8.prefix(textBytesMax)))
    }

    /// The first part of a text from outside.
    static func short(_ text: String) -> String { String(text.prefix(200)) }

    private static func number(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(clamping: value).bigEndian) { Array($0) }
    }

    private static func counted(_ bytes: [UInt8]) -> [UInt8] { number(bytes.count) + bytes }

    // MARK: - Receiving

    /// The files of a whole stream.
    ///
    /// - Throws: the problem that was sent; ``ContainerProblem/stream`` if it has no meaning.
    package static func files(
        in bytes: [UInt8], _ limits: ContainerLimits = .standard
    ) throws(ContainerProblem) -> [String: [UInt8]] {
        var rest = bytes[...]
        var files: [String: [UInt8]] = [:]
        while let mark = rest.popFirst() {
            switch mark {
            case Mark.file:
                guard let text = counted(&rest, limits.nameBytesMax),
                    let name = RepositoryName(String(decoding: text, as: UTF8.self), limits),
                    let content = counted(&rest, name.lengthBytesMax),
                    files.updateValue(Array(content), forKey: name.path) == nil,
                    files.count <= limits.filesMax
                else { throw .stream }
            case Mark.end:
                guard rest.isEmpty else { throw .stream }
                return files
            case Mark.problem:
                guard let code = rest.popFirst(), let first = counted(&rest, textBytesMax),
                    let second = counted(&rest, textBytesMax), rest.isEmpty,
                    let problem = ContainerProblem(
                        code, String(decoding: first, as: UTF8.self),
                        String(decoding: second, as: UTF8.self))
                else { throw .stream }
                throw problem
            default: throw .stream
            }
        }
        throw .stream
    }

    private static func counted(_ rest: inout ArraySlice<UInt8>, _ most: Int) -> ArraySlice<UInt8>?
    {
        guard rest.count >= 4 else { return nil }
        let count = Int(rest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        rest = rest.dropFirst(4)
        guard count <= most, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

extension ContainerProblem {
    /// A number for the case, and its texts.
    fileprivate var parts: (UInt8, String, String) {
        switch self {
        case .noLibrary(let reason): (1, reason, "")
        case .unreadable(let reason): (2, reason, "")
        case .form: (3, "", "")
        case .entry(let name, let problem): (4, name, problem.rawValue)
        case .cutOff: (5, "", "")
        case .tooMuch(let limit): (6, limit.rawValue, "")
        case .noRepository(let deeper): (7, deeper, "")
        case .twoRepositories(let first, let second): (8, first, second)
        case .stream: (9, "", "")
        }
    }

    /// The problem of a number and texts; nil if there is none.
    fileprivate init?(_ code: UInt8, _ first: String, _ second: String) {
        switch code {
        case 1: self = .noLibrary(first)
        case 2: self = .unreadable(first)
        case 3: self = .form
        case 4:
            guard let problem = EntryProblem(rawValue: second) else { return nil }
            self = .entry(name: first, problem)
        case 5: self = .cutOff
        case 6:
            guard let limit = ContainerLimit(rawValue: first) else { return nil }
            self = .tooMuch(limit)
        case 7: self = .noRepository(deeper: first)
        case 8: self = .twoRepositories(first, second)
        case 9: self = .stream
        default: return nil
        }
    }
}
