import Foundation
import Glibc

/// A real sshd on several addresses of loopback, ended when the test lets go of it.
///
/// Whoever logs in with the test's key runs one script, which sees in `SSH_CONNECTION` which address was
/// asked: each address is a machine.
public final class Sshd: @unchecked Sendable {
    /// How to call `ssh` so that it reaches this server and asks nothing.
    public let ssh: String
    private let folder: TemporaryDirectory
    private var processes: [Process] = []

    /// One sshd listens on at most so many addresses (MAX_LISTEN_SOCKS of OpenSSH).
    private static let addressesMax = 16

    /// Whether the machine has sshd; `make test` installs it.
    public static let path = Program.find("sshd")

    /// Starts a server and waits until it listens on every address.
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
        for first in stride(from: 0, to: addresses.count, by: Self.addressesMax) {
            let part = addresses[first..<min(first + Self.addressesMax, addresses.count)]
            try start(sshd, on: Array(part), port: port, name: "sshd\(first)")
        }
    }

    private func start(_ sshd: String, on addresses: [String], port: UInt16, name: String) throws {
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
            """, to: "\(name).config")
        // sshd closes what it inherits. Foundation takes that for its end, and waits for it for ever: a shell
        // in between keeps the descriptors.
        let command =
            "\(sshd) -D -f '\(folder["\(name).config"])' -E '\(folder["\(name).log"])' & "
            + "echo $! > '\(folder["\(name).pid"])'; wait"
        let process = Program.make("/bin/sh", ["-c", command])
        try process.run()
        processes.append(process)
        _ = wait(seconds: 10) {
            isListening(on: addresses, accordingTo: name) || !process.isRunning
        }
        guard isListening(on: addresses, accordingTo: name) else {
            throw Nginx.Missing(
                description: "sshd did not start: \((try? folder.read("\(name).log")) ?? "")")
        }
    }

    private func isListening(on addresses: [String], accordingTo name: String) -> Bool {
        guard let log = try? folder.read("\(name).log") else { return false }
        return addresses.allSatisfy { log.contains("listening on \($0) ") }
    }

    deinit {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasSuffix(".pid") {
            let text = (try? folder.read(name))?.filter(\.isNumber) ?? ""
            if let identifier = pid_t(text), identifier > 1 { kill(identifier, SIGTERM) }
        }
        for process in processes {
            // The shell waits with all signals blocked, as it was started.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }
}
