import ArgumentParser
import TUF

/// A moment as a person names it: `+60d`, `+12h`, or `2027-03-01T00:00:00Z`.
enum Moment: Equatable, ExpressibleByArgument {
    case later(seconds: Int64)
    case at(UTCTime)

    /// Reads a moment; nil for anything else, and for more than a hundred years.
    init?(argument: String) {
        if let time = UTCTime(argument) {
            self = .at(time)
            return
        }
        let units: [Character: Int64] = ["d": 86_400, "h": 3_600, "m": 60, "s": 1]
        guard argument.hasPrefix("+"), let unit = argument.last.flatMap({ units[$0] }),
            let number = Int64(argument.dropFirst().dropLast()), number >= 0,
            number <= 36_525 * 86_400 / unit
        else { return nil }
        self = .later(seconds: number * unit)
    }

    func time(from now: UTCTime) -> UTCTime {
        switch self {
        case .later(let seconds): now.advanced(bySeconds: seconds)
        case .at(let time): time
        }
    }
}
