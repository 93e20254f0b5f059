import Foundation
import Glibc

/// An HTTP server on loopback whose answers a test makes; it lives as long as the process.
///
/// Each connection has a thread.
public enum LoopbackServer {
    /// One request.
    public struct Request: Sendable {
        /// As `GET`.
        public let method: String
        /// The path and the query.
        public let target: String
        /// The header fields, names in lower case.
        public let headers: [String: String]
        /// The bytes after the head.
        public let body: [UInt8]
    }

    /// Starts a server.
    ///
    /// - Parameter answer: makes the bytes of an answer; nil breaks the connection.
    /// - Returns: its port.
    /// - Throws: if no port is free.
    public static func start(_ answer: @escaping @Sendable (Request) -> [UInt8]?) throws -> UInt16 {
        let (listener, port) = try Loopback.listen()
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread {
                    while let request = receive(connection), let bytes = answer(request),
                        send(bytes, connection)
                    {}
                    close(connection)
                }
            }
        }
        return port
    }

    private static func receive(_ connection: Int32) -> Request? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = read(1, connection) else { return nil }
            head += byte
        }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ").map(String.init)
        guard words.count > 1 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2 else { continue }
            headers[field[0].lowercased()] = field[1].trimmingCharacters(in: .whitespaces)
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        guard let body = read(length, connection) else { return nil }
        return Request(method: words[0], target: words[1], headers: headers, body: body)
    }

    private static func read(_ count: Int, _ connection: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        guard count == 0 || recv(connection, &bytes, count, Int32(MSG_WAITALL)) == count
        else { return nil }
        return bytes
    }

    private static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    connection, $0.baseAddress.map { $0 + sent }, bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
