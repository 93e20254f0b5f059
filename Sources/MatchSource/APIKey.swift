import Files
import Glibc
import MatchKeys

/// A key for the API: a secret of one account.
///
/// It stands in a header line of a request and nowhere else.
public struct APIKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let text: String

    /// Reads a key; white space around it is dropped.
    ///
    /// - Parameter text: what a person typed, or a variable's value; nil is returned unless it is one
    ///   word of printable characters.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
        let word = bytes[start..<max(start, end)]
        guard (1...SourceLimits.keyBytesMax).contains(word.count),
            word.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.text = String(decoding: word, as: UTF8.self)
    }

    /// The header line of a request.
    var header: String { "X-TBA-Auth-Key: \(text)" }

    /// The content of the file that keeps it.
    var fileBytes: [UInt8] { Array("\(text)\n".utf8) }

    /// Stars instead of the key.
    public var description: String { "***" }
    /// Stars instead of the key.
    public var debugDescription: String { "***" }
    /// No children, so that a dump of values does not show the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The file that keeps the key; only its owner can read it.
public struct APIKeyFile: Sendable {
    /// The file.
    public let path: String

    /// Names the file.
    ///
    /// - Throws: ``SourceError`` if the environment says no home folder.
    public init(environment variable: (String) -> String?) throws(SourceError) {
        guard let folder = UserFolder.configuration.path(variable) else {
            throw .keyFile("neither $XDG_CONFIG_HOME nor $HOME names a folder")
        }
        path = "\(folder)/tba-key"
    }

    /// Reads the key.
    ///
    /// - Returns: the key; nil if there is no file.
    /// - Throws: ``SourceError`` if others can read the file, or it cannot be read, or has no key.
    public func read() throws(SourceError) -> APIKey? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else {
                throw .keyFile("\(FileError(operation: "read", path: path, code: errno))")
            }
            return nil
        }
        guard status.st_mode & 0o077 == 0 else {
            throw .keyExposed(path: path, mode: String(status.st_mode & 0o777, radix: 8))
        }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, lengthBytesMax: SourceLimits.keyBytesMax + 64)
        } catch {
            throw .keyFile("\(error)")
        }
        guard let key = APIKey(String(decoding: bytes, as: UTF8.self)) else {
            throw .keyUnusable(source: path)
        }
        return key
    }

    /// Replaces the file, so that only its owner can read it.
    ///
    /// - Throws: ``SourceError``; then the old file is still there.
    public func replace(with key: APIKey) throws(SourceError) {
        do throws(FileError) {
            let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
            try Files.createDirectoriesAndSync(folder, mode: 0o700)
            try Files.replaceFileAndSync(at: path, with: key.fileBytes, mode: 0o600)
        } catch {
            throw .keyFile("\(error)")
        }
    }
}

extension APIKey {
    /// The variable that has the key.
    public static let variable = "TBA_AUTH_KEY"

    /// Finds the key: in `$TBA_AUTH_KEY`, else in the file.
    ///
    /// - Returns: the key; nil if there is none.
    /// - Throws: ``SourceError`` if there is one that cannot be used.
    public static func find(_ variable: (String) -> String?) throws(SourceError) -> APIKey? {
        if let text = variable(Self.variable), !text.isEmpty {
            guard let key = APIKey(text) else { throw .keyUnusable(source: "$\(Self.variable)") }
            return key
        }
        guard UserFolder.configuration.path(variable) != nil else { return nil }
        return try APIKeyFile(environment: variable).read()
    }
}
