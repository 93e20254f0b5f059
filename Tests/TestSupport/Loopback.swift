import Foundation
import Glibc

/// Ports on loopback, for servers that tests start.
public enum Loopback {
    /// A port that was free a moment ago.
    public static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0
                    && getsockname(descriptor, generic, &length) == 0
            }
        }
        guard bound else { throw Nginx.Missing(description: "no free port on loopback") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Opens a socket that listens on a free port; programs that a test starts do not inherit it.
    ///
    /// - Returns: the socket, which the caller closes, and its port.
    /// - Throws: if no port is free.
    public static func listen() throws -> (listener: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && Glibc.listen(listener, 64) == 0
                    && getsockname(listener, generic, &length) == 0
            }
        }
        guard isListening else {
            close(listener)
            throw POSIXError(.EADDRINUSE)
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Waits until a program listens there.
    ///
    /// - Parameters:
    ///   - port: the port.
    ///   - isRunning: whether the server is; its end ends the waiting.
    /// - Returns: whether one does within ten seconds.
    public static func waitUntilAnswering(port: UInt16, while isRunning: () -> Bool) -> Bool {
        var isAnswering = false
        _ = wait(seconds: 10) {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = address(port: port)
            isAnswering = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            return isAnswering || !isRunning()
        }
        return isAnswering
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
