import Foundation

/// A real nginx on loopback that serves one folder, ended when the test lets go of it.
public final class Nginx: @unchecked Sendable {
    /// `http://127.0.0.1:PORT`, without a final slash.
    public let address: String
    private let folder: TemporaryDirectory
    private let process: Process

    /// Whether the machine has nginx; `make test` installs it.
    public static let path: String? = ["/usr/sbin/nginx", "/usr/bin/nginx"]
        .first(where: FileManager.default.isExecutableFile(atPath:))

    /// What a test that needs nginx says where there is none.
    public struct Missing: Error, CustomStringConvertible {
        /// The sentence with the remedy.
        public let description: String
    }

    /// Starts a server for `root` and waits until it answers.
    ///
    /// - Parameters:
    ///   - root: the folder to serve.
    ///   - directives: put into the location block, `return 503;` for one.
    /// - Throws: ``Missing`` where nginx is not there or does not start.
    public init(serving root: String, directives: String = "") throws {
        guard let nginx = Self.path else {
            throw Missing(description: "nginx is not installed; run scripts/setup test")
        }
        folder = try TemporaryDirectory()
        let port = try Self.freePort()
        address = "http://127.0.0.1:\(port)"
        try folder.write(
            Self.configuration(folder.path, port: port, root: root, directives),
            to: "nginx.conf")
        process = Program.make(
            nginx, ["-p", folder.path, "-c", folder["nginx.conf"], "-e", folder["error.log"]])
        try process.run()
        try waitUntilItAnswers(port: port)
    }

    deinit { stop() }

    /// Ends the server; from then on its address refuses connections.
    public func stop() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    /// Method, path and status of every request so far, in order.
    public func requests() throws -> [String] {
        try folder.read("access.log").split(separator: "\n").map(String.init)
    }

    private static func configuration(
        _ folder: String, port: UInt16, root: String, _ directives: String
    ) -> String {
        """
        daemon off;
        worker_processes 1;
        pid \(folder)/nginx.pid;
        events { worker_connections 64; }
        http {
            log_format short '$request_method $uri $status';
            access_log \(folder)/access.log short;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            server {
                listen 127.0.0.1:\(port);
                root \(root);
                location / { \(directives) }
            }
        }
        """
    }

    /// A port that was free a moment ago.
    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0
                    && getsockname(descriptor, generic, &length) == 0
            }
        }
        guard bound else { throw Missing(description: "no free port on loopback") }
        return UInt16(bigEndian: address.sin_port)
    }

    private func waitUntilItAnswers(port: UInt16) throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline, process.isRunning {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = Self.loopback(port: port)
            let connected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if connected { return }
            // Refused at once, not slow: give the other process the processor and ask again.
            sched_yield()
        }
        throw Missing(description: "nginx did not start: \(try folder.read("error.log"))")
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
