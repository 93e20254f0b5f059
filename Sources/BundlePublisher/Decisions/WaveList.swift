import BundleFormat
import TUF

/// Waves as a person writes them: `10%:0h,50%:2h,100%:6h`, each counted from the publication.
package struct WaveList: Equatable {
    package let waves: [Rollout.Wave]

    package init(_ waves: [Rollout.Wave]) { self.waves = waves }

    /// Reads waves; nil for other texts, and for waves that do not rise.
    package init?(_ argument: String) {
        var waves: [Rollout.Wave] = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let halves = part.split(separator: ":", omittingEmptySubsequences: false)
            guard halves.count == 2, halves[0].hasSuffix("%"),
                let percent = Int(halves[0].dropLast()),
                let after = TimeSpan(String(halves[1]))
            else { return nil }
            waves.append(Rollout.Wave(percent: percent, afterSeconds: after.seconds))
        }
        guard Rollout(waves: waves) != nil else { return nil }
        self.waves = waves
    }

    package var text: String {
        waves.map { "\($0.percent)%:\(TimeSpan(seconds: $0.afterSeconds).text)" }
            .joined(separator: ",")
    }
}

/// A length of time as a person writes it: `90s`, `10m`, `6h`, `2d`.
package struct TimeSpan: Equatable {
    package let seconds: Int

    private static let units: [(name: Character, seconds: Int)] = [
        ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
    ]

    package init(seconds: Int) { self.seconds = seconds }

    /// Reads a length of time; nil for anything else, and for more than a hundred years.
    package init?(_ argument: String) {
        guard let unit = Self.units.first(where: { $0.name == argument.last }),
            let number = Int(argument.dropLast()), number >= 0,
            number <= 36_525 * 86_400 / unit.seconds
        else { return nil }
        seconds = number * unit.seconds
    }

    /// Reads the longest random wait before a download: a day at most.
    package init?(holdOff argument: String) {
        self.init(argument)
        guard seconds <= Rollout.holdOffSecondsMax else { return nil }
    }

    /// The text in the largest unit that gives the exact length.
    package var text: String {
        guard seconds > 0 else { return "0h" }
        let unit = Self.units.first { seconds.isMultiple(of: $0.seconds) } ?? ("s", 1)
        return "\(seconds / unit.seconds)\(unit.name)"
    }

    /// The length for people.
    package var words: String { TUF.TimeSpan.words(seconds: Int64(seconds)) }
}
