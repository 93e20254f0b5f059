import JSON

/// Why this build does not accept a manifest, an index or a target.
public struct BundleFormatError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Where it is wrong: a file's name and the path to the value.
    public var subject: String {
        switch storage {
        case .storage(let subject, _): subject
        }
    }

    /// What was expected there and what was found.
    public var problem: String {
        switch storage {
        case .storage(_, let problem): problem
        }
    }

    // One word: each `try` that an error passes contains code that copies it.
    private indirect enum Storage: Equatable {
        case storage(subject: String, problem: String)
    }

    private let storage: Storage

    /// Makes an error of where it is wrong, and `expected …, found …`.
    public init(subject: String, problem: String) {
        storage = .storage(subject: subject, problem: problem)
    }

    /// `manifest.json: files[3].path: expected a relative path …, found "../x"`.
    public var description: String { "\(subject): \(problem)" }

    init(_ file: String, _ error: JSONError) {
        self.init(subject: "\(file): \(error.position)", problem: error.problem)
    }

    init(_ file: String, _ error: JSONShapeError) {
        self.init(subject: "\(file): \(error.path)", problem: error.problem)
    }
}

/// Runs `body`, which reads `file`, and puts the file's name into errors about its JSON.
func decoding<Value>(
    _ file: String, _ body: () throws(JSONShapeError) -> Value
) throws(BundleFormatError) -> Value {
    do throws(JSONShapeError) {
        return try body()
    } catch {
        throw BundleFormatError(file, error)
    }
}

/// Reads a file of JSON, and puts its name into errors.
func decoding<Value>(
    _ file: String, _ bytes: [UInt8], lengthBytesMax: Int, depthMax: Int = 8,
    _ read: (JSONCursor) throws(JSONShapeError) -> Value
) throws(BundleFormatError) -> Value {
    let json: JSON
    do throws(JSONError) {
        json = try JSON.parse(
            bytes, limits: JSONLimits(lengthBytesMax: lengthBytesMax, depthMax: depthMax))
    } catch {
        throw BundleFormatError(file, error)
    }
    return try decoding(file) { () throws(JSONShapeError) in try read(JSONCursor(json)) }
}

extension JSONCursor {
    /// Reads the text here and returns what `make` gives for it.
    package func text<Value>(
        _ expected: String, _ make: (String) -> Value?
    ) throws(JSONShapeError) -> Value {
        guard let value = make(try string()) else { throw mismatch(expected) }
        return value
    }

    /// Reads the integer here and returns what `make` gives for it.
    package func number<Value>(
        _ expected: String, _ make: (Int) -> Value?
    ) throws(JSONShapeError) -> Value {
        guard let value = make(Int(clamping: try integer())) else { throw mismatch(expected) }
        return value
    }

    func year() throws(JSONShapeError) -> BundleYear {
        try number("a year from 1992 to 2999") { BundleYear($0) }
    }

    func contentVersion() throws(JSONShapeError) -> ContentVersion {
        try text("64 lower-case hex digits") { ContentVersion($0) }
    }

    /// The members here by the years that are their keys.
    package func years() throws(JSONShapeError) -> [(BundleYear, JSONCursor)] {
        try members().map { (key, member) throws(JSONShapeError) in
            guard let year = BundleYear(key) else {
                throw JSONShapeError(
                    path: member.path, problem: "expected a year from 1992 to 2999 as the key")
            }
            return (year, member)
        }
    }

    func only(_ keys: Set<String>) throws(JSONShapeError) {
        for member in try members() where !keys.contains(member.key) {
            throw JSONShapeError(
                path: member.cursor.path, problem: "expected no such member, found one")
        }
    }
}

extension BundleFormatError {
    /// `subject: expected …, found …`.
    package static func wrong(
        _ subject: String, expected: String, found: String
    ) -> BundleFormatError {
        BundleFormatError(subject: subject, problem: "expected \(expected), found \(found)")
    }
}

/// A name from an archive or a disk in the form for messages: at most 60 characters of ASCII, in quotes.
package func shownName(_ name: some Sequence<UInt8>) -> String {
    let plain = name.prefix(60).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
    return "\"\(String(decoding: plain, as: UTF8.self))\""
}
