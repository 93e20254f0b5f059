import Glibc

/// Calls the system, and calls it again if a signal interrupts it; a negative answer is an error.
func call<Answer: SignedInteger>(
    _ operation: String, _ path: String, _ body: () -> Answer
) throws(FileError) -> Answer {
    try refuseZero(operation, path)
    while true {
        let answer = body()
        if answer >= 0 { return answer }
        let code = errno
        guard code == EINTR else {
            throw FileError(operation: operation, path: path, code: code)
        }
    }
}

/// Refuses a path with a zero byte: the system would read the path up to there and open another file.
func refuseZero(_ operation: String, _ path: String) throws(FileError) {
    let hasZero = path.utf8.withContiguousStorageIfAvailable { bytes in
        bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
    }
    guard !(hasZero ?? path.utf8.contains(0)) else {
        throw FileError(operation: operation, path: path, code: EINVAL)
    }
}

package enum Host {
    /// Its name, as `hostname` prints it; nil if the system tells none.
    package static var name: String? {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0, bytes[0] != 0 else { return nil }
        return String(
            decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
