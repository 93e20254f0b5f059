import Files
import Glibc
import SeasonAuthoring

/// Where a secret is read from: a file, a pipe or an open file descriptor; never the command line.
package struct SecretFile: Hashable, CustomStringConvertible {
    package let path: String

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

    /// The content; throws if other users can read the file, or if it is a device.
    func read(
        _ kind: String, remedy: Advice? = nil, mayBePublic: Bool = false
    ) throws(PublishError) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let error = FileError(operation: "read the \(kind)", path: path, code: errno)
            throw PublishError("\(error)", remedy: remedy)
        }
        // Refuse it before the mode is checked: no remedy may tell people to change a device's mode.
        guard ![S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT) else {
            throw PublishError(
                "\(path): expected a file or a pipe with the \(kind), found a device")
        }
        guard mayBePublic || status.st_mode & 0o077 == 0 else {
            throw PublishError(
                "\(path): expected a \(kind) that only its owner can read, found mode "
                    + String(status.st_mode & 0o777, radix: 8),
                remedy:
                    "\(.shell("chmod", "600", path)); if others may have read it, treat it as stolen"
            )
        }
        return try onDisk(try Files.readStream(path, lengthBytesMax: PublishLimits.keyBytesMax))
    }
}
