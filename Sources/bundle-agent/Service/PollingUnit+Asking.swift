import BundleUpdater
import Files

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
        let child = try? ChildProcess(
            program: "systemctl",
            arguments: ["show", "--property", properties.joined(separator: ",")]
                + allCases.map(\.rawValue),
            environment: environment, hasOwnGroup: false, outputBytesMax: bytesMax,
            errorBytesMax: 0)
        guard let (exit, printed) = child?.finish(secondsMax: secondsMax), exit == .status(0)
        else { return nil }
        return String(decoding: printed, as: UTF8.self)
    }
}
