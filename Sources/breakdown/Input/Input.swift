import Files
import Glibc

/// The bytes that a person named on the command line: a file, a pipe, or standard input.
struct Input: ~Copyable {
    /// The name for messages.
    let name: String
    private let descriptor: Int32
    private let isOwned: Bool

    /// Opens what was named.
    ///
    /// - Parameter path: the file, or nil for standard input.
    /// - Throws: `FileError`.
    init(_ path: String?) throws(FileError) {
        guard let path else {
            name = "standard input"
            descriptor = STDIN_FILENO
            isOwned = false
            return
        }
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard opened >= 0 else { throw FileError(operation: "open", path: path, code: errno) }
        name = path
        descriptor = opened
        isOwned = true
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Reads what comes next, waiting for it where it is not there yet.
    ///
    /// - Parameter buffer: where to; its size is the most that is read.
    /// - Returns: how many bytes came; 0 at the end.
    /// - Throws: `FileError`.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw FileError(operation: "read", path: name, code: errno) }
        }
    }
}
