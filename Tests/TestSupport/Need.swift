import Foundation
import Testing

/// Something that a test needs and a machine may lack; found by trying it, once.
public enum Need: Sendable, CustomStringConvertible {
    /// To mount file systems in a namespace of mounts, without one of users.
    case mounting
    /// To mount file systems as the root of a namespace of users; ``SmallDisk`` does.
    case mountingAsAnyUser
    /// To trace programs with strace, and to let their system calls fail.
    case tracing
    /// To give files to other users, and to run programs as them.
    case otherUsers
    /// To run as a user whom file permissions restrict, so not as root.
    case permissions
    /// The same, or ``otherUsers``.
    case boundUser
    /// A terminal that a test controls.
    case pseudoTerminal
    /// The library that reads archives.
    case libarchive
    /// ``JSONSchema/python``.
    case jsonSchema
    /// The oldest Node that runs the modules (docs/adr/0023).
    case node20
    /// The archive of the C++ runtime, which a wholly static program takes in; Debian has it in libstdc++-12-dev.
    case staticRuntime

    /// What a skipped test names.
    public var description: String {
        switch self {
        case .mounting: "the right to mount file systems"
        case .mountingAsAnyUser: "the right to mount file systems in a user namespace"
        case .tracing: "strace and the right to trace programs"
        case .otherUsers: "the right to give files to other users and to be them"
        case .permissions: "a user whom permissions bind"
        case .boundUser: "\(Need.permissions), or the right to be one"
        case .pseudoTerminal: "a pseudo-terminal"
        case .libarchive: "libarchive.so.13"
        case .jsonSchema: "a Python with the package jsonschema"
        case .node20: "Node 20 or newer"
        case .staticRuntime: "libstdc++.a"
        }
    }

    /// Whether this machine has it.
    public var isMet: Bool {
        switch self {
        case .mounting: Self.canMount
        case .mountingAsAnyUser: Self.canMountAsAnyUser
        case .tracing: Self.canTrace
        case .otherUsers: Self.canBeOthers
        case .permissions: Self.isBoundByPermissions
        case .boundUser: Need.permissions.isMet || Need.otherUsers.isMet
        case .pseudoTerminal: Self.hasPseudoTerminal
        case .libarchive: Self.hasLibarchive
        case .jsonSchema: JSONSchema.python != nil
        case .node20: Self.hasNode20
        case .staticRuntime: Self.hasStaticRuntime
        }
    }

    private static let canMount = works(
        "/usr/bin/unshare", ["--mount", "/bin/mount", "-t", "tmpfs", "none", "/mnt"])
    private static let canMountAsAnyUser = works(
        "/usr/bin/unshare", ["-rm", "/bin/mount", "-t", "tmpfs", "none", "/mnt"])
    private static let canTrace = works(
        "/usr/bin/strace",
        ["-f", "-qq", "-o", "/dev/null", "-e", "inject=read:error=EIO:when=999", "/bin/true"])
    private static let hasPseudoTerminal = (try? PseudoTerminal("/bin/true", [])) != nil
    private static let hasNode20 =
        Program.find("node").map {
            works($0, ["-e", "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)"])
        } ?? false
    /// clang gives the bare name back where it does not find the file.
    private static let hasStaticRuntime =
        Program.find("clang")
        .flatMap { try? Program.run($0, ["-print-file-name=libstdc++.a"]) }?.output.hasPrefix("/")
        ?? false
    private static let hasLibarchive = dlopen("libarchive.so.13", RTLD_LAZY) != nil

    private static let canBeOthers: Bool = {
        guard let folder = try? TemporaryDirectory(), chown(folder.path, 12_345, 12_345) == 0
        else { return false }
        let words = ["--reuid=65534", "--regid=65534", "--clear-groups", "/bin/true"]
        return works("/usr/bin/setpriv", words)
    }()

    private static let isBoundByPermissions: Bool = {
        guard let folder = try? TemporaryDirectory(), chmod(folder.path, 0o555) == 0
        else { return false }
        return access(folder.path, W_OK) != 0
    }()

    private static func works(_ program: String, _ arguments: [String]) -> Bool {
        (try? Program.run(program, arguments))?.status == 0
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test where the machine lacks what it needs; the reason names it.
    public static func needs(_ need: Need) -> Self { .enabled(if: need.isMet, "needs \(need)") }

    /// The same for programs of the system; `scripts/setup test` installs them.
    public static func needs(programs: String...) -> Self {
        let names = programs.joined(separator: ", ")
        return .enabled(if: programs.allSatisfy { Program.find($0) != nil }, "needs \(names)")
    }
}
