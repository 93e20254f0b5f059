import TUF

/// Adds the live decisions that a checkout lacks to its file.
package enum Pull {
    /// Pulls; the result has the lines that were added, or would be.
    ///
    /// A line of the future would count before all that is decided until then, so it is not taken.
    package static func run(
        from place: any PublishDestination, home: Home, now: UTCTime, isDryRun: Bool
    ) throws(PublishError) -> [DecisionLine] {
        let found = try LiveRepository(place, home: home, remembers: !isDryRun, now: now)
        guard let live = found.live else { throw .unpublished(place.name) }
        let file = DecisionsFile(home: home)
        let content = try file.read(now: now)
        let latest = now.advanced(bySeconds: DecisionLineReader.aheadSecondsMax)
        let lines = content.decisions.lacking(of: live).filter { $0.time <= latest }
        if !isDryRun { try file.add(lines, reason: nil, to: content) }
        return lines
    }
}
