import Foundation
import TestSupport

/// A web server for files that answers for some files only when so many of them have been asked for.
final class GatheringServer: @unchecked Sendable {
    let address: String
    private let listener: Int32
    private let root: String
    private let needed: Int
    private let gathers: @Sendable (String) -> Bool
    private let state = NSCondition()
    private var asked = 0
    private var open = 0
    private var most = 0

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - root: the folder to serve.
    ///   - needed: how many must have been asked for.
    ///   - gathers: whether a path is one of these files; all zips unless given.
    /// - Throws: where no port is free.
    init(
        serving root: String, gathering needed: Int,
        of gathers: @escaping @Sendable (String) -> Bool = { $0.hasSuffix(".zip") }
    ) throws {
        self.root = root
        self.needed = needed
        self.gathers = gathers
        let (listener, port) = try Loopback.listen()
        self.listener = listener
        address = "http://127.0.0.1:\(port)"
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                Thread.detachNewThread { [self] in
                    serve(connection)
                    close(connection)
                }
            }
            close(listener)
        }
    }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// The most of these files that were asked for and not yet answered.
    var mostAtOnce: Int { state.withLock { most } }

    private func serve(_ connection: Int32) {
        while let path = readPath(connection) {
            if gathers(path) { gather() }
            let bytes = FileManager.default.contents(atPath: root + path)
            let head =
                bytes.map { "HTTP/1.1 200 OK\r\nContent-Length: \($0.count)\r\n\r\n" }
                ?? "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
            let answer = Array(head.utf8) + (bytes ?? Data())
            if gathers(path) { state.withLock { open -= 1 } }
            guard
                answer.withUnsafeBytes({
                    send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                })
                    == answer.count
            else { return }
        }
    }

    private func gather() {
        state.withLock {
            asked += 1
            open += 1
            most = max(most, open)
            state.broadcast()
            // Only a client that never asks for so many ends here by time.
            let limit = Date(timeIntervalSinceNow: 30)
            while asked < needed, state.wait(until: limit) {}
        }
    }

    private func readPath(_ connection: Int32) -> String? {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) == 1 {
            head.append(byte)
            if head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                return String(decoding: head, as: UTF8.self).split(separator: " ").dropFirst()
                    .first.map(String.init)
            }
        }
        return nil
    }
}
