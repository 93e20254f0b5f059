import TUF

/// Adds the live decisions that a checkout lacks to its file.
package enum Pull {
    /// Pulls; the result has the lines that were added, or would be.
    ///
    /// A line of the future would count before all that is decided until then, so it is not taken.
    package static func run(
        from place: any PublishDestination, home: Home, now: UTCTime, isDryRun: Bool
    ) throws(PublishError) -> [DecisionLine] {
        guard let live = try LiveRepository(place, home: home, now: now).live else {
            throw .unpublished(place.name)
        }
        let file = DecisionsFile(home: home)
        let content = try file.read(now: now)
        let latest = now.advanced(bySeconds: LineReader.aheadSecondsMax)
        let lines = content.decisions.lacking(of: live).filter { $0.time <= latest }
        if !isDryRun {
            try file.add(lines, reason: nil, to: content)
            _ = home.remember(live.files)
        }
        return lines
    }
}
