import Glibc

/// The descriptors 0, 1 and 2, which every program finds open or closed.
package enum StandardStreams {
    /// Opens a stand-in for each of the three that is closed.
    ///
    /// Else the next file that the program opens gets its number, and a message goes into that file. The
    /// stand-in can neither be read nor written, so that lost output is still an error. A program calls this
    /// before it opens anything.
    package static func standInForClosed() {
        for (number, flags) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
        where fcntl(Int32(number), F_GETFD) < 0 && errno == EBADF {
            // The system gives the lowest number that is free.
            _ = open("/dev/null", flags)
        }
    }

    /// Writes all of `bytes`, in as many calls as it takes; 0, or the system's error number.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { return errno }
            rest = rest.dropFirst(max(count, 0))
        }
        return 0
    }
}
