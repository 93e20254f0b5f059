import Files
import Glibc

/// One input from the command line: a file, a pipe, or standard input.
struct Input: ~Copyable {
    /// The name for messages.
    let name: String
    private let descriptor: Int32
    private let isOwned: Bool

    /// Opens the input.
    ///
    /// - Parameter path: the file, or nil for standard input.
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

    /// Whether the next read does not wait, or not for long.
    ///
    /// - Returns: whether there is something to read, or the end.
    func isReady(within milliseconds: Int32) -> Bool {
        var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&asked, 1, milliseconds) > 0
    }

    /// Reads the next bytes and waits for them if necessary.
    ///
    /// - Parameter buffer: gets the bytes; its size is the largest number.
    /// - Returns: the number of bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw FileError(operation: "read", path: name, code: errno) }
        }
    }
}
