import Files
import TUF

/// Whether the clock can be right: it must not be behind what was written or signed before now.
enum ClockCheck {
    /// What two clocks may differ by without anybody's fault.
    private static let toleranceSeconds: Int64 = 600

    static func run(_ state: StateFolder, signedUnixSeconds: Int64?, nowUnixSeconds: Int64)
        -> Diagnosis
    {
        let names = (try? Files.names(in: state.metadata)) ?? []
        let paths = [state.lastPoll, state.history] + names.map { "\(state.metadata)/\($0)" }
        let written = paths.compactMap { path in
            ((try? Files.modificationTime(path)) ?? nil).map { (path, $0) }
        }.max { $0.1 < $1.1 }
        return judge(
            newest: written, signedUnixSeconds: signedUnixSeconds, nowUnixSeconds: nowUnixSeconds)
    }

    /// Judges the clock.
    ///
    /// - Parameters:
    ///   - newest: the file written last, and when.
    ///   - signedUnixSeconds: when the trusted timestamp was signed, which its version says.
    ///   - nowUnixSeconds: what the clock says.
    /// - Returns: what was found.
    static func judge(
        newest: (path: String, unixSeconds: Int64)?, signedUnixSeconds: Int64?,
        nowUnixSeconds: Int64
    ) -> Diagnosis {
        let now = UTCTime(unixSeconds: nowUnixSeconds)
        let remedy = "set the clock: timedatectl set-ntp true, or date --set"
        if let newest, newest.unixSeconds > nowUnixSeconds + toleranceSeconds {
            return .problem(
                "clock",
                "it says \(now), but \(newest.path) was written at"
                    + " \(UTCTime(unixSeconds: newest.unixSeconds))", remedy: remedy)
        }
        if let signed = signedUnixSeconds, signed > nowUnixSeconds + toleranceSeconds {
            return .problem(
                "clock",
                "it says \(now), but what is trusted was signed at"
                    + " \(UTCTime(unixSeconds: signed))", remedy: remedy)
        }
        return .ok("clock", "it says \(now), later than everything that was written or signed")
    }
}
