import Glibc
import TUF

/// What a process can know about the world, read once by a command and passed on.
enum Surroundings {
    /// The clock.
    static var now: UTCTime { UTCTime(unixSeconds: Int64(time(nil))) }

    /// An environment variable's value.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
