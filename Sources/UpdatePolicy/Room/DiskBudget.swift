import BundleFormat
import TUF

/// What the agent may keep on the disk, all in all; decided before anything is fetched, touches nothing.
///
/// What is served stays. Of what is published the newest seasons are taken first, those of a far future last, as far
/// as there is room for all that they may unpack to; older sets, and what failed its test, go before anything new is held back.
package struct DiskBudget: Sendable {
    /// Bytes of everything the agent keeps: seasons, their zips, downloads, older sets.
    package var limitBytes = standardBytes
    /// Seasons that are kept at most: FIRST has had one a year since 1992, and each costs files and time.
    package var yearsMax = standardYears
    /// Bounds what a zip can be unpacked to.
    package var bundle = BundleLimits.standard

    /// A budget; without arguments the standard one.
    package init(
        limitBytes: Int = Self.standardBytes, yearsMax: Int = Self.standardYears,
        bundle: BundleLimits = .standard
    ) {
        self.limitBytes = limitBytes
        self.yearsMax = yearsMax
        self.bundle = bundle
    }

    /// A hundred seasons of today, in three versions each, are 60 MB.
    package static let standardBytes = 256_000_000
    package static let standardYears = 100
    /// Below that not even the seasons inside the program have room, beside metadata and reports.
    package static let leastBytes = 32_000_000
    /// Left for metadata, reports, memory and history, each of which has a limit of its own.
    package static let bookkeepingBytes = 8_000_000

    /// The years whose offer is not fetched for want of room, with the sentence that says so.
    ///
    /// - Parameters:
    ///   - plan: what would be done with room for everything.
    ///   - inventory: what is there.
    ///   - nowUnixSeconds: the time: what nobody can have played yet comes last.
    /// - Returns: a sentence a year; the same facts give the same years.
    package func heldBack(
        _ plan: UpdatePlan, _ inventory: Inventory, nowUnixSeconds: Int64
    ) -> [BundleYear: String] {
        let wanted = Set(plan.years.compactMap { $0.step.offer?.sha256 })
        var used = inventory.partialBytes.reduce(Self.bookkeepingBytes) { sum, partial in
            wanted.contains(partial.key) ? sum : sum + partial.value
        }
        var years = 0
        var downloads: [(year: BundleYear, offer: Offer, presentBytes: Int)] = []
        for year in plan.years {
            let present = year.present.map { inventory.bytes(year.year, $0.version) } ?? 0
            if case .download(let offer) = year.step {
                downloads.append((year.year, offer, present))
                used += present
                if year.present != nil { years += 1 }
            } else if let result = year.result {
                used += inventory.bytes(year.year, result.version)
                years += 1
            }
        }
        var heldBack: [BundleYear: String] = [:]
        // A year of 365.2425 days.
        let nextYear = 1_971 + nowUnixSeconds / 31_556_952
        let early = downloads.filter { $0.year.number <= nextYear }
        let late = downloads.filter { $0.year.number > nextYear }
        for (year, offer, present) in early.reversed() + late.reversed() {
            let isAnother = plan.years.first { $0.year == year }?.present == nil
            guard !isAnother || years < yearsMax else {
                heldBack[year] = "this machine keeps \(yearsMax) seasons at most"
                continue
            }
            let need = bytes(of: offer)
            let (sum, overflow) = (used - present).addingReportingOverflow(need)
            guard !overflow, sum <= limitBytes else {
                heldBack[year] =
                    "it may need \(megabytes(need)) MB, and \(megabytes(used)) MB of the"
                    + " \(limitBytes / 1_000_000) MB of 'disk-limit' are in use; raise it where the disk"
                    + " is larger"
                continue
            }
            used = sum
            if isAnother { years += 1 }
        }
        return heldBack
    }

    /// How many sets may stay, the one in use among them, and which bundles that failed.
    ///
    /// - Parameters:
    ///   - inventory: what is there.
    ///   - setsMax: sets to keep where there is room.
    ///   - wanted: what a plan is about to fetch.
    ///   - spared: bundles that failed and may pass later.
    /// - Returns: sets from 1, and the bundles.
    package func kept(
        _ inventory: Inventory, setsMax: Int, wanted: [Offer] = [],
        spared: [BundleYear: ContentVersion] = [:]
    ) -> (sets: Int, spared: [BundleYear: ContentVersion]) {
        guard let current = inventory.current, let index = current.index else {
            return (setsMax, spared)
        }
        var counted: [BundleYear: Set<ContentVersion>] = [:]
        func more(_ versions: [BundleYear: ContentVersion]) -> Int {
            versions.reduce(0) { sum, entry in
                counted[entry.key, default: []].contains(entry.value)
                    ? sum : sum + inventory.bytes(entry.key, entry.value)
            }
        }
        func count(_ versions: [BundleYear: ContentVersion]) {
            for (year, version) in versions { counted[year, default: []].insert(version) }
        }
        var used = Self.bookkeepingBytes + wanted.reduce(0) { $0 + bytes(of: $1) }
        func take(_ versions: [BundleYear: ContentVersion]) -> Bool {
            let need = more(versions)
            guard used + need <= limitBytes else { return false }
            used += need
            count(versions)
            return true
        }
        let served = index.entries.mapValues(\.version)
        used += more(served)
        count(served)
        let sparedThatFit = spared.sorted { $0.key > $1.key }.filter { take([$0.key: $0.value]) }
        var sets = 1
        for set in inventory.sets.reversed() where set.number < current.number {
            guard sets < setsMax, let older = set.index,
                take(older.entries.mapValues(\.version))
            else { break }
            sets += 1
        }
        return (sets, Dictionary(uniqueKeysWithValues: sparedThatFit.map { ($0.key, $0.value) }))
    }

    /// The most that an offer can come to: its zip, which is kept, and what that unpacks to.
    private func bytes(of offer: Offer) -> Int {
        let zip = offer.target.lengthBytes
        let (product, overflow) = zip.multipliedReportingOverflow(by: bundle.ratioMax)
        let unpacked = overflow ? bundle.unpackedBytesMax : min(product, bundle.unpackedBytesMax)
        return zip + unpacked
    }

    private func megabytes(_ bytes: Int) -> Int { (bytes + 999_999) / 1_000_000 }
}

extension SelectionPolicy {
    /// Plans every year, and fetches no more than there is room for.
    ///
    /// - Parameter budget: what may be kept.
    /// - Returns: the plan; a year without room keeps what it has, for the rule ``Finding/Rule/room``.
    package func plan(within budget: DiskBudget) -> UpdatePlan {
        let plan = plan()
        let heldBack = budget.heldBack(plan, inventory, nowUnixSeconds: nowUnixSeconds)
        guard !heldBack.isEmpty else { return plan }
        var policy = self
        policy.heldBackForRoom = heldBack
        return policy.plan()
    }
}
