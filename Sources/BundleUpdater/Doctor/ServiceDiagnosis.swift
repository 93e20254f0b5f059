import Files

/// The state of the service, as systemd's folders show it.
package enum ServiceDiagnosis: SubjectDiagnosis, Equatable, Sendable {
    /// systemd does not run on this machine.
    case noSystemd
    case notInstalled
    case masked
    /// It does not start with the machine.
    case notEnabled
    case notActive
    case active

    /// The name of the unit.
    package static let unit = "bundle-agent.service"

    package var check: Diagnosis.Check { .service }

    package var level: Diagnosis.Level {
        switch self {
        case .active: .ok
        case .noSystemd, .notInstalled: .note
        case .notEnabled: .warning
        case .masked, .notActive: .problem
        }
    }

    /// Reads systemd's folders.
    ///
    /// - Parameter root: a folder that stands for `/`; empty for this machine.
    /// - Returns: the diagnosis.
    package static func examine(root: String = "") -> Self {
        func isThere(_ path: String) -> Bool { (try? Files.kind(root + path)) ?? nil != nil }
        guard isThere("/run/systemd/system") else { return .noSystemd }
        let folders = ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"]
        guard folders.contains(where: { isThere("\($0)/\(unit)") }) else { return .notInstalled }
        guard (try? Files.linkTarget("\(root)/etc/systemd/system/\(unit)")) != "/dev/null" else {
            return .masked
        }
        guard isThere("/etc/systemd/system/multi-user.target.wants/\(unit)") else {
            return .notEnabled
        }
        // A service that is active has a control group with processes in it.
        let processes = "\(root)/sys/fs/cgroup/system.slice/\(unit)/cgroup.procs"
        guard let bytes = try? Files.readStream(processes, lengthBytesMax: 1 << 16), !bytes.isEmpty
        else { return .notActive }
        return .active
    }
}
