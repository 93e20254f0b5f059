import BundleFormat

/// What must be signed: rules 2, 3, 6 and 8 as a function.
struct Expected {
    var entries: [Int: Signed.Entry] = [:]
    var withdrawn: Set<Int> = []
    var recalled: [Int: Set<ContentVersion>]
    /// Seasons that stay as they are, because the zip of their replacement is gone.
    var missing: Set<Int> = []
    /// Seasons whose rollout no rule gives: live was changed by lines that are gone, or by a thief.
    var openCourses: Set<Int> = []

    /// What the function is applied to.
    struct Facts {
        var given: [Int: ContentVersion]
        var lines: Lines
        var live: Signed?
        /// The rollout with which a given content begins.
        var begins = Course.everyone
        var now: Int64
        /// Whether the zip of a content can be had.
        var hasZip: (Int, ContentVersion) -> Bool
    }

    /// Applies the function.
    init(_ facts: Facts) {
        recalled = facts.lines.recalled
        for (year, given) in facts.given {
            let shown = facts.lines.shown(year, given: given)
            if facts.lines.isRecalled(year, shown) {
                withdrawn.insert(year)
            } else if shown == given || facts.hasZip(year, shown) {
                offer(year, shown, shown == given ? facts.begins : .everyone, facts)
            } else {
                missing.insert(year)
                stay(year, facts)
            }
        }
    }

    private mutating func offer(
        _ year: Int, _ content: ContentVersion, _ begins: Course, _ facts: Facts
    ) {
        var began = begins
        let entry = facts.live?.entries[year]
        if let entry, entry.content == content {
            began = entry.course
            began.isStopped = false
            let theirs = Lines(facts.live?.record?.lines ?? [])
            let hasLines = !theirs.about(year, content, .rollout).isEmpty
            let isStarted = !facts.lines.about(year, content, .rollout).isEmpty
            if entry.course.isStopped || hasLines, !isStarted { openCourses.insert(year) }
        }
        entries[year] = Signed.Entry(
            content: content,
            published: entry?.content == content ? entry?.published ?? facts.now : facts.now,
            course: facts.lines.course(year, content, began: began))
    }

    private mutating func stay(_ year: Int, _ facts: Facts) {
        openCourses.insert(year)
        if facts.live?.withdrawn.contains(year) == true { withdrawn.insert(year) }
        guard let entry = facts.live?.entries[year] else {
            if facts.given[year].map({ facts.lines.isRecalled(year, $0) }) == true {
                withdrawn.insert(year)
            }
            return
        }
        if facts.lines.isRecalled(year, entry.content) {
            withdrawn.insert(year)
        } else {
            entries[year] = entry
        }
    }

    /// Throws the rule that a signed state breaks.
    func require(
        of signed: Signed, _ lines: Lines, _ given: [Int: ContentVersion],
        _ name: (ContentVersion?) -> String
    ) throws {
        for year in Set(entries.keys).union(signed.entries.keys).sorted() {
            let (mine, theirs) = (entries[year], signed.entries[year])
            guard mine?.content == theirs?.content else {
                throw Break(
                    given[year] == nil ? .function : .content,
                    "\(year) shows \(name(theirs?.content)), expected \(name(mine?.content))")
            }
            guard let mine, let theirs else { continue }
            guard mine.published == theirs.published else {
                throw Break(
                    .facts, "\(year) is offered since \(theirs.published), not \(mine.published)")
            }
            guard openCourses.contains(year) || mine.course.isSigned(as: theirs.course) else {
                throw Break(.content, "\(year) goes \(theirs.course), expected \(mine.course)")
            }
        }
        guard signed.recalled == recalled else {
            throw Break(.recalls, "recalled is \(signed.recalled.mapValues { $0.map(name) })")
        }
        guard signed.withdrawn == withdrawn else {
            throw Break(.recalls, "withdrawn is \(signed.withdrawn), expected \(withdrawn)")
        }
        guard signed.record?.lines == lines.all else {
            throw Break(.compares, "the record does not have the lines of the checkout")
        }
        guard signed.record?.given == given else {
            throw Break(.compares, "the record has \(signed.record?.given.mapValues(name) ?? [:])")
        }
    }
}
