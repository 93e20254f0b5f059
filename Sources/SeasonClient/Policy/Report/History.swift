import BundleFormat
import JSON

package enum History {
    package struct Entry: Equatable, Sendable {
        package let atUnixSeconds: Int64
        package let year: BundleYear
        /// What is served after the switch; nil for nothing.
        package let served: SetIndex.Entry?
        /// What was served before; nil for nothing.
        package let previous: ContentVersion?
        package let why: Why
        package let reason: String
    }

    /// The reason of a switch, as a fixed word for programs.
    package enum Why: String, CaseIterable, Sendable {
        /// The repository, or a copy of it, offers it.
        case published
        case embedded
        case pinned
        /// A person rolled the year back to it, or ended that.
        case rollback
        case recall
        /// Only a superseded key had signed what was served.
        case forgotten
        case repaired
        /// The reason is lost: the process ended between the switch and this line.
        case unknown
    }

    /// The entries that the history lacks, and those of a new switch.
    package static func switches(
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

    /// Served without an entry: the process ended between the switch and its line, or the history was lost.
    static func missed(known: [Entry], served: SetIndex) -> [Entry] {
        var last: [BundleYear: ContentVersion] = [:]
        for entry in known { last[entry.year] = entry.served?.version }
        return served.years.compactMap { year in
            guard let entry = served.entries[year], last[year] != entry.version else { return nil }
            return Entry(
                atUnixSeconds: entry.sinceUnixSeconds ?? 0, year: year, served: entry,
                previous: last[year], why: .unknown, reason: "recorded late")
        }
    }
}

extension YearPlan.Reason {
    package var why: History.Why {
        switch self {
        case .upToDate, .published: .published
        case .embeddedFills, .embeddedChanged, .embeddedNewer, .embeddedStays: .embedded
        case .pinned: .pinned
        case .rolledBack, .undone: .rollback
        case .recalled, .withdrawn: .recall
        case .forgotten: .forgotten
        case .damaged, .restored, .lost: .repaired
        case .noNews, .unpublished, .notReached, .blocked, .format, .refused: .unknown
        }
    }
}

extension History.Entry {
    package var json: JSON {
        [
            "time": .time(atUnixSeconds), "year": .integer(Int64(year.number)),
            "version": .text(served?.version.hex), "origin": .text(served?.origin.rawValue),
            "previous": .text(previous?.hex), "why": .string(why.rawValue),
            "reason": .string(reason),
        ]
    }

    /// Reads a line that this or another version of the agent wrote; nil if it is not valid.
    package init?(_ json: JSON) {
        guard let time = json["time"]?.time,
            let year = json["year"]?.integerValue.flatMap({ BundleYear(Int($0)) })
        else { return nil }
        var served: SetIndex.Entry?
        if let version = json["version"]?.version,
            let origin = json["origin"]?.stringValue.flatMap({ BundleOrigin(rawValue: $0) })
        {
            served = SetIndex.Entry(version: version, origin: origin, sinceUnixSeconds: time)
        }
        self.init(
            atUnixSeconds: time, year: year, served: served,
            previous: json["previous"]?.version,
            why: json["why"]?.stringValue.flatMap { History.Why(rawValue: $0) } ?? .unknown,
            reason: json["reason"]?.stringValue ?? "")
    }
}
