import Files
import Glibc

/// Where a secret is read from: a file, a pipe or an open file descriptor; never the command line.
package struct SecretFile: Hashable, CustomStringConvertible {
    /// The kinds of secrets.
    package enum Kind: String, Sendable {
        case key, passphrase
    }

    /// The path.
    package let path: String

    /// Names a file.
    package init(path: String) { self.path = path }

    /// Reads a path, or `fd:3` for the descriptor that the caller has opened.
    package init?(_ argument: String) {
        guard argument.hasPrefix("fd:") else {
            guard !argument.isEmpty else { return nil }
            path = argument
            return
        }
        guard let number = Int32(argument.dropFirst(3)), number >= 0 else { return nil }
        path = "/dev/fd/\(number)"
    }

    package var description: String { path }

    /// The content.
    ///
    /// - Throws: ``PublishError`` if the file cannot be read, or if other users can read it, or if it is a device.
    package func read(
        _ kind: Kind, advice: FileAdvice? = nil, mayBePublic: Bool = false
    ) throws(PublishError) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw .file(
                FileError(operation: "read the \(kind.rawValue)", path: path, code: errno),
                advice: advice)
        }
        // Nobody may be advised to change the mode of one.
        guard ![S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT) else {
            throw .key(.device(path: path, kind))
        }
        guard mayBePublic || status.st_mode & 0o077 == 0 else {
            throw .key(.readableByOthers(path: path, kind, mode: UInt32(status.st_mode & 0o777)))
        }
        return try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            try Files.readStream(path, lengthBytesMax: PublishLimits.keyBytesMax)
        }
    }
}
