import CLinux
import Glibc
import PlainText

/// Talks to systemd, or whoever else started us, as sd_notify(3) says; silent where nobody listens.
struct ServiceManager {
    /// How often it wants to hear of us; nil where it does not.
    let watchdogInterval: Duration?
    private let address: String?

    /// Reads who listens.
    ///
    /// - Parameters:
    ///   - environment: all variables.
    ///   - processIdentifier: ours; a watchdog meant for another process is none of ours.
    init(environment: [String: String], processIdentifier: Int32 = getpid()) {
        address = environment["NOTIFY_SOCKET"].flatMap {
            // A path, or a name that lies in no folder.
            $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil
        }
        let meant = environment["WATCHDOG_PID"].map { $0 == "\(processIdentifier)" } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap(Int64.init) ?? 0
        watchdogInterval = meant && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    /// What is served is whole; from now on the unit counts as started.
    func ready(_ status: String) { send("READY=1\nSTATUS=\(line(status))") }

    /// What we are about, in a line of `systemctl status`.
    func status(_ text: String) { send("STATUS=\(line(text))") }

    /// The configuration is being read again; ``ready(_:)`` ends that.
    func reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(clinux_monotonic_time() / 1_000)")
    }

    /// The end has begun.
    func stopping() { send("STOPPING=1") }

    /// The loop turns.
    func feedWatchdog() { send("WATCHDOG=1") }

    private func line(_ text: String) -> String {
        PlainText.line(text)
    }

    /// One datagram; that nobody takes it is no reason to do anything else.
    private func send(_ message: String) {
        guard let address else { return }
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        var name = Array(address.utf8)
        guard name.count < MemoryLayout.size(ofValue: target.sun_path) else { return }
        let start = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: target.sun_path)
        // An abstract name starts with a zero byte and ends with its length.
        let isAbstract = name[0] == UInt8(ascii: "@")
        if isAbstract { name[0] = 0 }
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(start + name.count + (isAbstract ? 0 : 1))

        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(message.utf8)
        withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                // A listener whose queue is full must not hold up the loop.
                _ = sendto(
                    descriptor, bytes, bytes.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), generic, length)
            }
        }
    }
}
