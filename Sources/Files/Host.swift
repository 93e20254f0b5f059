import Glibc

/// The machine that the program runs on.
package enum Host {
    /// Its name, as `hostname` prints it; nil if the system tells none.
    package static var name: String? {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0, bytes[0] != 0 else { return nil }
        return String(
            decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
