import Glibc
import TestSupport

/// The socket on which systemd listens to a service, held by a test.
final class NotifySocket {
    /// What `$NOTIFY_SOCKET` is to say.
    let address: String
    private let descriptor: Int32
    private let folder: TemporaryDirectory

    /// Listens.
    ///
    /// - Parameter isAbstract: under a name that lies in no folder.
    /// - Throws: where there is no such socket.
    init(isAbstract: Bool = false) throws {
        folder = try TemporaryDirectory()
        address = isAbstract ? "@\(folder.path)" : folder["notify"]
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        var name = Array(address.utf8)
        if isAbstract { name[0] = 0 }
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(2 + name.count + (isAbstract ? 0 : 1))
        let bound = withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length)
            }
        }
        guard bound == 0 else { throw Unexpected("bind: \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    /// The next message; nil where none comes for a long time.
    func next(within seconds: Int32 = 60) -> String? {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waited, 1, seconds * 1_000) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Messages up to the first that begins with a text, which is the last of them.
    func messages(until start: String) throws -> [String] {
        var messages: [String] = []
        while let message = next() {
            messages.append(message)
            if message.hasPrefix(start) { return messages }
        }
        throw Unexpected("no \(start) after \(messages)")
    }
}
