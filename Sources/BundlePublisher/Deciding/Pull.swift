import TUF

/// Adds the live decisions that a checkout lacks to its file.
package struct Pull {
    let place: any PublishDestination
    let home: Home
    let now: UTCTime
    let isDryRun: Bool

    package init(place: any PublishDestination, home: Home, now: UTCTime, isDryRun: Bool) {
        (self.place, self.home, self.now, self.isDryRun) = (place, home, now, isDryRun)
    }

    /// Pulls.
    ///
    /// A line of the future would count before all that is decided until then, so it is not taken.
    ///
    /// - Returns: the lines that were added; nil if nothing is live.
    package func run() throws(PublishError) -> [DecisionLine]? {
        guard let live = try LiveReader(place, home: home, now: now).read().live else {
            return nil
        }
        let file = DecisionsFile(home: home)
        let content = try file.read(now: now)
        let latest = now.advanced(bySeconds: LineReader.aheadSecondsMax)
        let lines = content.decisions.lacking(of: live).filter { $0.time <= latest }
        if !isDryRun {
            _ = try file.add(lines, reason: nil, to: content)
            _ = SeenStore(home: home).write(live.files)
        }
        return lines
    }
}
