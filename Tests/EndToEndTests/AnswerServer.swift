import Foundation
import Glibc

/// A web server on loopback that gives every request one and the same answer, byte for byte.
final class AnswerServer: @unchecked Sendable {
    let address: String
    private let listener: Int32

    /// Starts; `answer` is a whole head with a body.
    init(_ answer: String) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, generic, &length) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRINUSE) }
        self.listener = listener
        self.address = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        let bytes = Array(answer.utf8)
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                Self.serve(connection, bytes)
                close(connection)
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Reads one request's head, answers and ends the connection.
    private static func serve(_ connection: Int32, _ answer: [UInt8]) {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard recv(connection, &byte, 1, 0) == 1 else { return }
            head.append(byte)
        }
        _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
        shutdown(connection, Int32(SHUT_WR))
        while recv(connection, &byte, 1, 0) == 1 {}
    }
}
