import Foundation

/// A real sshd on several addresses of loopback, ended when the test lets go of it.
///
/// Whoever logs in with the test's key runs one script, which sees in `SSH_CONNECTION` which address was
/// asked: each address is a machine.
public final class Sshd: @unchecked Sendable {
    /// How to call `ssh` so that it reaches this server and asks nothing.
    public let ssh: String
    private let folder: TemporaryDirectory
    private let process: Process

    /// Whether the machine has sshd; `make test` installs it.
    public static let path: String? = ["/usr/sbin/sshd"]
        .first(where: FileManager.default.isExecutableFile(atPath:))

    /// Starts a server and waits until it answers.
    ///
    /// - Parameters:
    ///   - addresses: on loopback.
    ///   - script: what a login runs, for `sh`.
    /// - Throws: ``Nginx/Missing`` where sshd is not there or does not start.
    public init(on addresses: [String], running script: String) throws {
        guard let sshd = Self.path else {
            throw Nginx.Missing(description: "sshd is not installed; run scripts/setup test")
        }
        folder = try TemporaryDirectory()
        let port = try Loopback.freePort()
        for key in ["host", "user"] {
            let made = try Program.run(
                "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", folder[key]])
            guard made.status == 0 else { throw Nginx.Missing(description: made.messages) }
        }
        try folder.write("#!/bin/sh\n\(script)\n", to: "script")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder["script"])
        let listening = addresses.map { "ListenAddress \($0)" }.joined(separator: "\n")
        try folder.write(
            """
            Port \(port)
            \(listening)
            HostKey \(folder["host"])
            AuthorizedKeysFile \(folder["user.pub"])
            ForceCommand \(folder["script"])
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            PidFile none
            MaxStartups 200
            """, to: "sshd_config")
        try folder.write(
            """
            Port \(port)
            IdentityFile \(folder["user"])
            IdentitiesOnly yes
            UserKnownHostsFile /dev/null
            StrictHostKeyChecking no
            LogLevel ERROR
            """, to: "ssh_config")
        ssh = "/usr/bin/ssh -F \(folder["ssh_config"])"
        // Where root runs sshd it wants this folder; the package's unit makes it.
        if getuid() == 0 {
            try FileManager.default.createDirectory(
                atPath: "/run/sshd", withIntermediateDirectories: true)
        }
        process = Program.make(sshd, ["-D", "-f", folder["sshd_config"], "-E", folder["log"]])
        try process.run()
        guard Loopback.waitUntilAnswering(port: port, while: { [process] in process.isRunning })
        else {
            throw Nginx.Missing(
                description: "sshd did not start: \((try? folder.read("log")) ?? "")")
        }
    }

    deinit {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }
}
