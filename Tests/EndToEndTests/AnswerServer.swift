import Foundation
import Glibc
import TestSupport

/// A web server on loopback that gives every request one and the same answer, byte for byte.
final class AnswerServer: @unchecked Sendable {
    let address: String
    private let listener: Int32

    /// Starts; `answer` is a whole head with a body.
    init(_ answer: String) throws {
        let (listener, port) = try Loopback.listen()
        self.listener = listener
        address = "http://127.0.0.1:\(port)"
        let bytes = Array(answer.utf8)
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                // A client may keep this connection open while it asks on another one.
                Thread.detachNewThread {
                    Self.serve(connection, bytes)
                    close(connection)
                }
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
