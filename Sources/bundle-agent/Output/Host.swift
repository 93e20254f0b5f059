import Glibc

/// The machine that the program runs on.
enum Host {
    /// Its name, as `hostname` prints it; "this machine" if the system tells none.
    static func name() -> String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0, bytes[0] != 0 else {
            return "this machine"
        }
        return String(
            decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
