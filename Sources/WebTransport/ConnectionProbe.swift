import Glibc
import HTTPRules

/// Tries the path to a web server step by step, so that a person learns where it is broken.
public struct ConnectionProbe: Sendable {
    /// How far a connection came.
    public enum Result: Equatable, Sendable {
        /// A connection to this address was made.
        case connected(String)
        /// The name has no address; with the resolver's message.
        case unresolved(String)
        /// No address of the name answers; with the system's message about the last one.
        case unconnected(String)
    }

    /// The server's name or address.
    public let host: String
    /// Its port.
    public let port: Int

    /// Makes a probe of a proxy.
    public init(_ proxy: ProxyAddress) {
        host = proxy.host
        port = proxy.port
    }

    /// Makes a probe of an address's server.
    public init(_ address: WebAddress) {
        (host, port) = address.server
    }

    /// Resolves the name and connects to the first address that answers; it sends nothing, and waits so long for each.
    public func run(milliseconds: Int32 = 5_000) -> Result {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &found)
        defer { freeaddrinfo(found) }
        guard code == 0, found != nil else {
            return .unresolved(String(cString: gai_strerror(code)))
        }
        var problem = "no address"
        var next = found
        while let candidate = next {
            switch Self.connect(candidate.pointee, milliseconds) {
            case nil: return .connected(Self.text(candidate.pointee))
            case let reason?: problem = "\(Self.text(candidate.pointee)): \(reason)"
            }
            next = candidate.pointee.ai_next
        }
        return .unconnected(problem)
    }

    /// Connects; nil on success, else the reason.
    private static func connect(_ address: addrinfo, _ milliseconds: Int32) -> String? {
        let kind = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, kind, address.ai_protocol)
        guard descriptor >= 0 else { return String(cString: strerror(errno)) }
        defer { close(descriptor) }
        if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return nil }
        guard errno == EINPROGRESS else { return String(cString: strerror(errno)) }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, milliseconds) == 1 else { return "no answer" }
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
        return code == 0 ? nil : String(cString: strerror(code))
    }

    private static func text(_ address: addrinfo) -> String {
        var name = [CChar](repeating: 0, count: 64)
        let code = getnameinfo(
            address.ai_addr, address.ai_addrlen, &name, socklen_t(name.count), nil, 0,
            NI_NUMERICHOST)
        let bytes = name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return code == 0 ? String(decoding: bytes, as: UTF8.self) : "its address"
    }
}
