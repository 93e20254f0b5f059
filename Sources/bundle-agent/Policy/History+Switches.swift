import BundleFormat

extension History {
    /// What a history lacks of what was served, and what a switch adds to it; touches nothing.
    ///
    /// - Parameters:
    ///   - known: the history so far.
    ///   - before: what was served until now.
    ///   - after: what is served from now on.
    ///   - plans: why, for the years that were planned.
    ///   - nowUnixSeconds: the moment of the switch.
    /// - Returns: the entries to add, by year; first those that were missed.
    static func switches(
        known: [Entry], before: SetIndex, after: SetIndex, plans: [YearPlan],
        nowUnixSeconds: Int64
    ) -> [Entry] {
        var entries = missed(known: known, served: before)
        for year in Set(before.years + after.years).sorted() {
            let (old, new) = (before.entries[year], after.entries[year])
            guard old?.version != new?.version else { continue }
            let reason = plans.first { $0.year == year }?.reason
            entries.append(
                Entry(
                    atUnixSeconds: nowUnixSeconds, year: year, served: new,
                    previous: old?.version, why: reason?.why ?? .unknown,
                    reason: reason?.sentence ?? ""))
        }
        return entries
    }

    /// What is served and was never noted: the process ended between the switch and its line, or the
    /// history was lost.
    ///
    /// - Parameters:
    ///   - known: the history so far.
    ///   - served: what is served.
    /// - Returns: an entry for each such year, at the time that the set gives.
    static func missed(known: [Entry], served: SetIndex) -> [Entry] {
        var last: [BundleYear: ContentVersion] = [:]
        for entry in known { last[entry.year] = entry.served?.version }
        return served.years.compactMap { year in
            guard let entry = served.entries[year], last[year] != entry.version else { return nil }
            return Entry(
                atUnixSeconds: entry.sinceUnixSeconds ?? 0, year: year, served: entry,
                previous: last[year], why: .unknown, reason: "noted late")
        }
    }
}

extension YearPlan.Reason {
    /// The reason in a word of the history.
    var why: History.Why {
        switch self {
        case .upToDate, .published: .published
        case .embeddedFills, .embeddedChanged, .embeddedNewer, .embeddedStays: .embedded
        case .pinned: .pinned
        case .rolledBack: .rollback
        case .recalled, .withdrawn: .recall
        case .forgotten: .forgotten
        case .damaged, .restored, .lost: .repaired
        case .noNews, .unpublished, .notReached, .blocked, .format, .refused: .unknown
        }
    }
}
