import Glibc
import TUF

/// What a process can know about the world, read once by a command and passed on.
enum Surroundings {
    /// The clock.
    static var now: UTCTime { UTCTime(unixSeconds: Int64(time(nil))) }

    /// Who runs this, for others to read: user, machine and process.
    static var owner: String {
        var name = [CChar](repeating: 0, count: 256)
        _ = gethostname(&name, name.count - 1)
        let host = String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return "\(variable("USER") ?? "uid \(getuid())") on \(host), process \(getpid())"
    }

    /// Waits.
    static func pause(milliseconds: Int) {
        usleep(UInt32(milliseconds) * 1_000)
    }

    /// An environment variable's value.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
