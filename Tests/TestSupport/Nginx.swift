import Foundation

/// A real nginx on loopback that serves one folder, ended when the test lets go of it.
public final class Nginx: @unchecked Sendable {
    /// `http://127.0.0.1:PORT`, without a final slash.
    public let address: String
    /// Its port.
    public let port: UInt16
    private let folder: TemporaryDirectory
    private let process: Process

    /// Whether the machine has nginx; `make test` installs it.
    public static let path = Program.find("nginx")

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
    ///   - recipe: a file that is included in the server block instead.
    /// - Throws: ``Missing`` where nginx is not there or does not start.
    public init(serving root: String, directives: String = "", recipe: String? = nil) throws {
        guard let nginx = Self.path else {
            throw Missing(description: "nginx is not installed; run scripts/setup test")
        }
        folder = try TemporaryDirectory()
        port = try Loopback.freePort()
        address = "http://127.0.0.1:\(port)"
        try folder.write(
            Self.configuration(
                folder.path, port: port, root: root,
                recipe.map { "include \($0);" } ?? "location / { \(directives) }"),
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

    /// Connection number, protocol and path of every request so far, in order.
    public func connections() throws -> [String] {
        try folder.read("connections.log").split(separator: "\n").map(String.init)
    }

    private static func configuration(
        _ folder: String, port: UInt16, root: String, _ served: String
    ) -> String {
        """
        daemon off;
        worker_processes 1;
        pid \(folder)/nginx.pid;
        events { worker_connections 64; }
        http {
            log_format short '$request_method $uri $status';
            access_log \(folder)/access.log short;
            log_format connections '$connection $server_protocol $uri';
            access_log \(folder)/connections.log connections;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            server {
                listen 127.0.0.1:\(port);
                root \(root);
                \(served)
            }
        }
        """
    }

    private func waitUntilItAnswers(port: UInt16) throws {
        guard Loopback.waitUntilAnswering(port: port, while: { process.isRunning }) else {
            throw Missing(description: "nginx did not start: \(try folder.read("error.log"))")
        }
    }
}
