import BundleFormat

/// The limit of everything that the agent keeps on the disk; it decides before anything is
/// downloaded.
///
/// What is served stays. As long as there is room for everything that they may unpack to, the newest
/// published seasons are taken first, and those of a far future last. Older sets, and bundles that failed
/// their test, are deleted before anything new is held back.
package struct DiskBudget: Sendable {
    /// Bytes of everything that the agent keeps: seasons, their zips, downloads, older sets.
    package var limitBytes = standardBytes
    /// FIRST has had one season a year since 1992, and each costs files and time.
    package var yearsMax = standardYears
    /// Limits what a zip can unpack to.
    package var bundle = BundleLimits.standard

    package init(
        limitBytes: Int = Self.standardBytes, yearsMax: Int = Self.standardYears,
        bundle: BundleLimits = .standard
    ) {
        self.limitBytes = limitBytes
        self.yearsMax = yearsMax
        self.bundle = bundle
    }

    /// A hundred seasons as large as today's, in three versions each, have 60 MB.
    package static let standardBytes = 256_000_000
    static let standardYears = 100
    /// The least limit: less has no room for the seasons inside the program, metadata and reports.
    package static let leastBytes = 32_000_000
    /// Reserved for metadata, reports, memory and history, each of which has its own limit.
    static let bookkeepingBytes = 8_000_000

    /// The years that are not downloaded because there is no room, each with a sentence.
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
        // Each year is counted with what it may unpack to, as if there were room for all.
        let enough = downloads.reduce(used) { sum, download in
            let (all, overflow) = sum.addingReportingOverflow(
                bytes(of: download.offer) - download.presentBytes)
            return overflow ? .max : all
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
                    + " \(limitBytes / 1_000_000) MB of 'disk-limit' are in use; \(megabytes(enough))M"
                    + " has room for all that is published"
                continue
            }
            used = sum
            if isAnother { years += 1 }
        }
        return heldBack
    }

    private func megabytes(_ bytes: Int) -> Int {
        bytes / 1_000_000 + (bytes % 1_000_000 == 0 ? 0 : 1)
    }

    /// How many sets may stay, including the one in use, and which failed bundles.
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
        func reserve(_ versions: [BundleYear: ContentVersion]) -> Bool {
            let need = more(versions)
            guard used + need <= limitBytes else { return false }
            used += need
            count(versions)
            return true
        }
        let served = index.entries.mapValues { $0.version }
        used += more(served)
        count(served)
        let sparedThatFit = spared.inOrder.reversed().filter { reserve([$0.key: $0.value]) }
        var sets = 1
        for set in inventory.sets.reversed() where set.number < current.number {
            guard sets < setsMax, let older = set.index,
                reserve(older.entries.mapValues { $0.version })
            else { break }
            sets += 1
        }
        return (sets, Dictionary(uniqueKeysWithValues: sparedThatFit.map { ($0.key, $0.value) }))
    }

    private func bytes(of offer: Offer) -> Int {
        offer.lengthBytes + bundle.unpackedBytes(ofZip: offer.lengthBytes)
    }
}

extension BundleLimits {
    /// Reserved for everything else that a poll writes: metadata, sets, the report.
    private static let marginBytes = 1 << 20

    /// The bytes that must be free before the first byte of a download, of which some may be here.
    package func freeBytes(forZip zipBytes: Int, hereBytes: Int) -> Int {
        max(0, zipBytes - hereBytes) + unpackedBytes(ofZip: zipBytes) + Self.marginBytes
    }

    /// The most bytes that a zip may unpack to.
    fileprivate func unpackedBytes(ofZip zipBytes: Int) -> Int {
        let (product, overflow) = zipBytes.multipliedReportingOverflow(by: ratioMax)
        return overflow ? unpackedBytesMax : min(product, unpackedBytesMax)
    }
}

extension SelectionPolicy {
    /// Plans every year, and downloads no more than fits.
    package func plan(within budget: DiskBudget) -> UpdatePlan {
        let plan = plan()
        let heldBack = budget.heldBack(plan, inventory, nowUnixSeconds: nowUnixSeconds)
        guard !heldBack.isEmpty else { return plan }
        var policy = self
        policy.heldBackForRoom = heldBack
        return policy.plan()
    }
}
