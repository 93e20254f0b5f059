import BundleFormat
import Files

/// Why a bundle was not packed, not unpacked or not whole; the cases say what the caller does next.
package enum ArchiveError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bundle is wrong and stays wrong: hold it back, look for another one.
    case content(subject: String, problem: String)
    /// The disk failed (full, read-only, gone): the same bundle may succeed later.
    case disk(FileError)

    /// `samples/a.json: expected 12 bytes, found 13`, or the error of the disk.
    package var description: String {
        switch self {
        case .content(let subject, let problem): "\(subject): \(problem)"
        case .disk(let error): error.description
        }
    }

    static func wrong(_ subject: String, expected: String, found: String) -> ArchiveError {
        .content(subject: subject, problem: "expected \(expected), found \(found)")
    }

    init(_ error: BundleFormatError) {
        self = .content(subject: error.subject, problem: error.problem)
    }
}

/// Runs `body` and turns its errors, which are about the form of a bundle, into archive errors.
func inFormat<Value>(_ body: () throws(BundleFormatError) -> Value) throws(ArchiveError) -> Value {
    do throws(BundleFormatError) {
        return try body()
    } catch {
        throw ArchiveError(error)
    }
}

/// A name from an archive or a disk in the form for messages: short, and harmless for a terminal.
func shown(_ name: some Sequence<UInt8>) -> String {
    let plain = name.prefix(60).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
    return "\"\(String(decoding: plain, as: UTF8.self))\""
}
