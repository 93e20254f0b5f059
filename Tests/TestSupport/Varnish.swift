import Foundation

/// A real Varnish on loopback before another server, ended when the test lets go of it: an edge of a
/// content delivery network.
public final class Varnish: @unchecked Sendable {
    /// `http://127.0.0.1:PORT`, without a final slash.
    public let address: String
    private let folder: TemporaryDirectory
    private var process: pid_t?

    /// Whether the machine has Varnish; `make test` installs it.
    public static let path = Program.find("varnishd")

    /// Starts a cache and waits until it answers.
    ///
    /// - Parameters:
    ///   - origin: the port of the server behind it, on loopback.
    ///   - recipe: a VCL file that is included behind the backend; Varnish's own rules without it.
    /// - Throws: ``Nginx/Missing`` where Varnish is not there or does not start.
    public init(before origin: UInt16, recipe: String? = nil) throws {
        guard let varnishd = Self.path else {
            throw Nginx.Missing(description: "varnish is not installed; run scripts/setup test")
        }
        folder = try TemporaryDirectory()
        let port = try Loopback.freePort()
        address = "http://127.0.0.1:\(port)"
        try folder.write(
            """
            vcl 4.1;
            backend default { .host = "127.0.0.1"; .port = "\(origin)"; }
            \(recipe.map { "include \"\($0)\";" } ?? "")

            """, to: "edge.vcl")
        process = try Self.spawn(
            varnishd,
            [
                "-F", "-n", folder["work"], "-a", "127.0.0.1:\(port)", "-f", folder["edge.vcl"],
                "-s", "malloc,16m", "-T", "none", "-j", "none",
            ])
        guard Loopback.waitUntilAnswering(port: port, while: { true }) else {
            throw Nginx.Missing(description: "varnish did not start")
        }
    }

    deinit { stop() }

    /// Ends the cache; from then on its address refuses connections.
    public func stop() {
        guard let process else { return }
        self.process = nil
        kill(process, SIGTERM)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    /// Starts it without Foundation, whose `Process` takes the end of an inherited descriptor for the
    /// end of the process, while Varnish closes all it inherits; and lends it a mask of blocked signals.
    private static func spawn(_ program: String, _ arguments: [String]) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        var actions = posix_spawn_file_actions_t()
        var none = sigset_t()
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        sigemptyset(&none)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        for descriptor in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let texts = ([program] + arguments).map { strdup($0) } + [nil]
        // gcc, which compiles the rules, is found by PATH.
        let environment = [strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), nil]
        defer { for text in texts + environment { free(text) } }
        var process: pid_t = 0
        guard posix_spawn(&process, program, &actions, &attributes, texts, environment) == 0 else {
            throw Nginx.Missing(description: "\(program) did not start")
        }
        return process
    }
}
