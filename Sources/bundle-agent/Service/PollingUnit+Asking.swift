import BundleUpdater
import Files
import Glibc

extension PollingUnit {
    /// The longest time for the answer, in seconds.
    private static let secondsMax = 10
    /// Bytes of the answer, which has a few lines.
    private static let bytesMax = 16 << 10

    /// What `systemctl show` prints of the units that make polls.
    ///
    /// - Returns: the lines; nil if systemd does not run here, or does not answer.
    static func shown(_ environment: [String: String]) -> String? {
        // sd_booted(3).
        guard FileFacts("/run/systemd/system") != nil else { return nil }
        let silence = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard silence >= 0 else { return nil }
        defer { close(silence) }
        let properties = Self.properties.joined(separator: ",")
        let child = try? ChildProcess(
            program: "systemctl",
            arguments: ["show", "--property", properties]
                + allCases.map(\.rawValue),
            environment: environment, input: [], errors: silence, hasOwnGroup: false,
            outputBytesMax: bytesMax)
        guard let (exit, printed) = child?.finish(secondsMax: secondsMax), exit == .status(0)
        else { return nil }
        return String(decoding: printed, as: UTF8.self)
    }
}
