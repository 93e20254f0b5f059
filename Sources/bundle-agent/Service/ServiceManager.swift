import CLinux
import Glibc
import Text

/// Talks to systemd, or to another parent, as sd_notify(3) says; does nothing if no parent listens.
struct ServiceManager {
    /// How often the listener expects a sign of life; nil if it does not.
    let watchdogInterval: Duration?
    private let address: String?

    /// Finds the listener.
    init(environment: [String: String], processIdentifier: Int32 = getpid()) {
        address = environment["NOTIFY_SOCKET"].flatMap {
            // A path, or an abstract name.
            $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil
        }
        let meant = environment["WATCHDOG_PID"].map { $0 == "\(processIdentifier)" } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap(Int64.init) ?? 0
        watchdogInterval = meant && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    /// Tells that the unit has started: a whole set is served.
    func ready(_ status: String) { send("READY=1\nSTATUS=\(PlainText.line(status))") }

    /// Sets the line in `systemctl status`.
    func status(_ text: String) { send("STATUS=\(PlainText.line(text))") }

    /// Tells that the configuration is being read again; ``ready(_:)`` ends that.
    func reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(clinux_monotonic_time() / 1_000)")
    }

    func stopping() { send("STOPPING=1") }

    func feedWatchdog() { send("WATCHDOG=1") }

    /// Sends one datagram; it does not matter if it is not received.
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
                // A listener with a full queue must not stop the loop.
                _ = sendto(
                    descriptor, bytes, bytes.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), generic, length)
            }
        }
    }
}
