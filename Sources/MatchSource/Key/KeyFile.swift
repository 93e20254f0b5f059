import Files
import Glibc
import MatchKeys

/// The file that keeps the key; only its owner can read it.
public struct KeyFile: Sendable {
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
        return try KeyFile(environment: variable).read()
    }
}
