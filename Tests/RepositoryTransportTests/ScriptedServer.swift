import Foundation
import TestSupport

/// A web server on loopback that says exactly what a test wants said, lies included.
///
/// One thread serves one connection after another; each request on it is answered by the next script.
final class ScriptedServer: @unchecked Sendable {
    /// One thing the server does in answer to a request.
    enum Step: Sendable {
        /// Sends a text as it is, a head for one.
        case text(String)
        /// Sends so many bytes `x`.
        case bytes(Int)
        /// Sends bytes `x` until the client goes away.
        case endless
        /// Sends header lines until the client goes away.
        case endlessHeaders
        /// Says nothing more until the client goes away.
        case hold
        /// Ends the connection in order.
        case close
        /// Ends the connection with a reset.
        case reset
    }

    let port: UInt16
    var address: String { "http://127.0.0.1:\(port)" }

    private let listener: Int32
    private let lock = NSLock()
    private var scripts: [[Step]]
    private var heard: [String] = []
    private var connectionCount = 0

    init(_ scripts: [[Step]]) throws {
        self.scripts = scripts
        (listener, port) = try Loopback.listen()
        // The thread keeps the server until `stop` or the process's end: were it to end with its last
        // owner, the next test's socket could get the number that the thread still listens on.
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                serve(connection)
                close(connection)
            }
            close(listener)
        }
    }

    /// Ends the server; from then on its address refuses connections.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// The head of every request so far.
    var requests: [String] { lock.withLock { heard } }
    /// How many connections have come in.
    var connections: Int { lock.withLock { connectionCount } }

    private func serve(_ connection: Int32) {
        lock.withLock { connectionCount += 1 }
        while let request = readHead(connection) {
            let script: [Step] = lock.withLock {
                heard.append(request)
                return scripts.isEmpty ? [.reset] : scripts.removeFirst()
            }
            for step in script where !perform(step, connection) { return }
        }
    }

    /// Does one step; false ends the connection.
    private func perform(_ step: Step, _ connection: Int32) -> Bool {
        switch step {
        case .text(let text): return sendAll(Array(text.utf8), connection)
        case .bytes(let count):
            return sendAll([UInt8](repeating: UInt8(ascii: "x"), count: count), connection)
        case .endless:
            while sendAll([UInt8](repeating: UInt8(ascii: "x"), count: 4_096), connection) {}
            return false
        case .endlessHeaders:
            while sendAll(Array("X-Filler: filler\r\n".utf8), connection) {}
            return false
        case .hold:
            var byte: UInt8 = 0
            _ = recv(connection, &byte, 1, 0)
            return false
        case .close: return false
        case .reset:
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            return false
        }
    }

    private func sendAll(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(
                    connection, $0.baseAddress.map { $0 + sent }, bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private func readHead(_ connection: Int32) -> String? {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) == 1 {
            head.append(byte)
            if head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                return String(decoding: head, as: UTF8.self)
            }
        }
        return nil
    }
}
