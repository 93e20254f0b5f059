import BundleUpdater
import Files
import Glibc

/// The service as systemd has it, read from its folders, and what it runs.
enum ServiceChecks {
    static let unit = "bundle-agent.service"

    /// Where systemd keeps what.
    ///
    /// - Parameter root: before every path; empty for this machine.
    /// - Returns: what was found.
    static func systemd(root: String = "") -> Diagnosis {
        func isThere(_ path: String) -> Bool { (try? Files.kind(root + path)) ?? nil != nil }
        guard isThere("/run/systemd/system") else {
            return .note("service", "systemd does not run here")
        }
        let folders = ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"]
        guard folders.contains(where: { isThere("\($0)/\(unit)") }) else {
            return .note("service", "\(unit) is not installed; the package has it")
        }
        guard (try? Files.linkTarget("\(root)/etc/systemd/system/\(unit)")) != "/dev/null" else {
            return .problem(
                "service", "\(unit) is masked", remedy: "systemctl unmask --now bundle-agent")
        }
        guard isThere("/etc/systemd/system/multi-user.target.wants/\(unit)") else {
            return .warning(
                "service", "\(unit) does not start with the machine",
                remedy: "systemctl enable --now bundle-agent")
        }
        // A service that is active has a control group with processes in it.
        let processes = "\(root)/sys/fs/cgroup/system.slice/\(unit)/cgroup.procs"
        guard let bytes = try? Files.readStream(processes, lengthBytesMax: 1 << 16), !bytes.isEmpty
        else {
            return .problem(
                "service", "\(unit) is not active",
                remedy: "systemctl status bundle-agent says why; systemctl start bundle-agent")
        }
        return .ok("service", "\(unit) is installed, enabled and active")
    }

    /// The command that new bundles go through.
    ///
    /// - Parameters:
    ///   - selfTest: as it is configured.
    ///   - path: the folders that programs are looked for in, with colons.
    /// - Returns: what was found.
    static func selfTest(_ selfTest: SelfTestSetting, path: String) -> Diagnosis {
        switch selfTest {
        case .none: return .note("self-test", "none is configured: bundles are used untested")
        case .standard:
            guard let program = find("breakdown", path) else {
                return .note("self-test", "breakdown is not installed: bundles are used untested")
            }
            return .ok("self-test", "\(program) self-test")
        case .command(let words):
            guard let name = words.first, let program = find(name, path) else {
                return .problem(
                    "self-test", "\(words.first ?? ""): no such program, or not to be run",
                    remedy: "install it, or correct the setting 'self-test'")
            }
            return .ok("self-test", program)
        }
    }

    /// What this kernel lets a self-test do that a newer one denies.
    ///
    /// It is a note: nobody can change the kernel by a setting, and the agent works as it should.
    ///
    /// - Parameters:
    ///   - selfTest: as it is configured.
    ///   - landlock: the version of Landlock that the kernel has; 0 for none.
    /// - Returns: what was found; nil where no self-test is run.
    static func confinement(
        _ selfTest: SelfTestSetting, landlock: Int32
    ) -> Diagnosis? {
        guard selfTest != .none else { return nil }
        switch landlock {
        case ..<1:
            return .note(
                "confinement",
                "no Landlock here (Linux before 5.13, or switched off): a self-test can read every"
                    + " file that the agent's user can read; 'self-test = none' runs none")
        case ..<completeLandlock:
            return .note(
                "confinement",
                "version \(landlock) of Landlock: a self-test reads its season alone; signals and"
                    + " abstract sockets are denied by the system call filter alone")
        default:
            return .ok("confinement", "version \(landlock) of Landlock: nothing is missing")
        }
    }

    /// The version of Landlock that has everything the agent uses: Linux 6.12.
    private static let completeLandlock: Int32 = 6

    private static func find(_ name: String, _ path: String) -> String? {
        guard !name.contains("/") else { return access(name, X_OK) == 0 ? name : nil }
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
