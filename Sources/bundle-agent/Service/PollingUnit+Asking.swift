import BundleUpdater
import Files
import Platform

extension PollingUnit {
    private static let timeLimit = Duration.seconds(10)
    /// Bytes of the answer, which has a few lines.
    private static let bytesMax = 16 << 10

    /// What `systemctl show` prints of the units that make polls.
    ///
    /// - Returns: the lines; nil if systemd does not run here, or does not answer.
    static func shown(_ environment: [String: String]) -> String? {
        // sd_booted(3).
        guard FileFacts("/run/systemd/system") != nil else { return nil }
        var start = ChildStart(
            "systemctl",
            ["show", "--property", properties.joined(separator: ",")] + allCases.map(\.rawValue))
        start.environment = environment.map { "\($0.key)=\($0.value)" }
        start.streams = [.nothing, .first(bytesMax: bytesMax), .nothing]
        start.timeLimit = timeLimit
        guard let child = try? ChildProcess(start), child.wait() == .exited(0) else { return nil }
        return String(decoding: child.bytes(1), as: UTF8.self)
    }
}
