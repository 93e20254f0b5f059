import BundleArchive
import BundleFormat
import Files
import SeasonClient

/// Reads the state folder and changes nothing, except that it may restore missing rights.
struct InventoryGathering {
    let state: StateFolder
    let limits: AgentLimits
    /// The years whose bundles are read whole.
    ///
    /// Bundles of other years count as whole if their folders are there.
    var turns = ReadingTurns.all
    /// Whether to restore missing rights.
    var mends = true

    /// Reads what is on the disk; invalid things count as absent.
    ///
    /// - Throws: ``FileError`` if a folder of the state cannot be read, or if the machine lacks the
    ///   means to tell damage.
    func gather(embedded: EmbeddedSet) throws(FileError) -> Inventory {
        var inventory = Inventory.empty
        inventory.embedded = embedded.versions
        inventory.embeddedPublished = embedded.published
        inventory.embeddedBytes = embedded.lengthBytes
        let current = try unlessDamaged { () throws(FileError) in
            try Files.linkTarget(state.current)
        }
        inventory.currentNumber = current.flatMap(StateFolder.setNumber(link:))
        if mends { openSetToReaders(&inventory) }
        try gatherBundles(&inventory)
        for version in try names(state.zips).compactMap(StateFolder.zipVersion) {
            let length = try unlessDamaged { () throws(FileError) in
                try Files.lengthBytes(state.zip(version))
            }
            guard let length else { continue }
            inventory.zips.insert(version)
            inventory.zipBytes[version] = length
        }
        for name in try names(state.sets) {
            guard let number = StateFolder.setNumber(name: name) else { continue }
            inventory.sets.append(try set(number, inventory.embedded))
        }
        inventory.sets.sort { $0.number < $1.number }
        inventory.partials = try names(state.downloads).compactMap(PartialName.init)
        for partial in inventory.partials {
            let length = try unlessDamaged { () throws(FileError) in
                try Files.lengthBytes("\(state.downloads)/\(partial.name)")
            }
            inventory.partialBytes[partial.sha256, default: 0] += length ?? 0
        }
        inventory.leftovers = try leftovers()
        return inventory
    }

    /// Lets readers read the index of the set in use again, if that right was taken away.
    private func openSetToReaders(_ inventory: inout Inventory) {
        // A link in the set's place leads elsewhere.
        guard let folder = inventory.currentNumber.map(state.set),
            (try? Files.kind(folder)) == .directory
        else { return }
        openToReaders([folder, "\(folder)/\(SetIndex.fileName)"], &inventory)
    }

    /// Lets readers read files and folders again, if that right was taken away.
    private func openToReaders(_ paths: [String], _ inventory: inout Inventory) {
        let closed = paths.filter {
            (try? state.open().giveAccess(to: state.name(of: $0), readers: true)) == true
        }
        inventory.repairs += closed.map(StateFolder.restoredMode)
    }

    private func gatherBundles(_ inventory: inout Inventory) throws(FileError) {
        let years = try names(state.bundles).compactMap { BundleYear($0) }
        for (position, year) in years.enumerated() {
            let isRead = turns.includes(position, of: years.count)
            if mends { openToReaders([state.bundles(year)], &inventory) }
            for name in try names(state.bundles(year)) {
                guard let version = ContentVersion(name) else { continue }
                if try isWhole(year, version, isRead: isRead, &inventory) {
                    inventory.bundles[year, default: []].insert(version)
                } else {
                    inventory.damaged[year, default: []].insert(version)
                }
            }
        }
    }

    private func isWhole(
        _ year: BundleYear, _ version: ContentVersion, isRead: Bool,
        _ inventory: inout Inventory
    ) throws(FileError) -> Bool {
        let folder = state.bundle(year, version)
        // A link to a bundle elsewhere is not ours, even if that bundle is whole.
        let kind = try unlessDamaged { () throws(FileError) in try Files.kind(folder) }
        guard kind == .directory else { return false }
        defer {
            inventory.bundleBytes[year, default: [:]][version] =
                try? state.blockBytes(year, version)
        }
        guard isRead else { return true }
        for attempt in 1...2 {
            do throws(ArchiveError) {
                let found = try BundleVerifier.verify(
                    directory: folder, expecting: version, limits: limits.bundle)
                guard found.manifest.year == year else { return false }
                let files = [BundleFile.manifest] + found.manifest.files.map { "\($0.path)" }
                let paths = [folder] + ([BundleFile.samples] + files).map { "\(folder)/\($0)" }
                if mends { openToReaders(paths, &inventory) }
                return true
            } catch {
                guard case .disk(let error) = error else { return false }
                if error.isExhausted { throw error }
                // Its mode was changed; the bundle in it may be whole.
                guard mends, attempt == 1, error.isPermission,
                    (try? state.open().giveAccessToTree(state.name(of: folder))) != nil
                else { return false }
                inventory.repairs.append(StateFolder.restoredMode(folder))
            }
        }
        return false
    }

    /// Reads with `body`; nil if nothing is there or reading fails, which counts as damage.
    private func unlessDamaged<Value>(
        _ body: () throws(FileError) -> Value?
    ) throws(FileError) -> Value? {
        do throws(FileError) {
            return try body()
        } catch {
            if error.isExhausted { throw error }
            return nil
        }
    }

    private func set(
        _ number: Int, _ embedded: [BundleYear: ContentVersion]
    ) throws(FileError) -> SetRecord {
        let folder = state.set(number)
        let links = try links(folder)
        let written = try unlessDamaged { () throws(FileError) in
            try Folder(folder).file(SetIndex.fileName).readToEnd(
                lengthBytesMax: SetIndex.lengthBytesMax)
        }.flatMap { try? SetIndex.decode($0) }
        if let written {
            return SetRecord(
                number: number, index: written,
                isWhole: links == written.entries.mapValues(\.version))
        }
        guard !links.isEmpty else {
            return SetRecord(number: number, index: nil, isWhole: false)
        }
        // The links say what is served; the rest of the index can be guessed.
        let since = (try? Files.modificationTime(folder)) ?? nil
        var index = SetIndex()
        for (year, version) in links {
            index.entries[year] = SetIndex.Entry(
                version: version, origin: embedded[year] == version ? .embedded : .downloaded,
                sinceUnixSeconds: since ?? 0)
        }
        return SetRecord(number: number, index: index, isWhole: false)
    }

    /// The years of a set's links, in the form that the agent writes.
    private func links(_ folder: String) throws(FileError) -> [BundleYear: ContentVersion] {
        var links: [BundleYear: ContentVersion] = [:]
        let names = try unlessDamaged { () throws(FileError) in try Folder(folder).names() }
        for name in names ?? [] {
            guard let year = BundleYear(name),
                let target = (try? Files.linkTarget("\(folder)/\(name)")) ?? nil,
                let version = target.split(separator: "/").last.flatMap({
                    ContentVersion(String($0))
                }),
                target == StateFolder.linkToBundle(year, version)
            else { continue }
            links[year] = version
        }
        return links
    }

    private func leftovers() throws(FileError) -> [String] {
        var found = try names(state.downloads).filter { PartialName($0) == nil }
            .map { "downloads/\($0)" }
        for name in try names(state.zips) {
            let kind = try unlessDamaged { () throws(FileError) in
                try Files.kind("\(state.zips)/\(name)")
            }
            guard StateFolder.zipVersion(name: name) == nil || kind != .file else { continue }
            found.append("zips/\(name)")
        }
        for name in try names(state.bundles) where BundleYear(name) != nil {
            let kind = try unlessDamaged { () throws(FileError) in
                try Files.kind("\(state.bundles)/\(name)")
            }
            guard kind != .directory else { continue }
            found.append("bundles/\(name)")
        }
        for (folder, prefix) in [
            (state.path, ""), (state.metadata, "metadata/"), (state.sets, "sets/"),
        ] {
            found += try names(folder).filter { $0.hasPrefix(Files.temporaryPrefix) }
                .map { prefix + $0 }
        }
        return found
    }

    /// The names in a folder; empty if there is no such folder, or only a link of that name.
    private func names(_ folder: String) throws(FileError) -> [String] {
        do throws(FileError) {
            let top = try state.open()
            guard folder != state.path else { return try top.names() }
            let name = state.name(of: folder)
            do throws(FileError) {
                return try top.folder(name).names()
            } catch {
                guard mends, error.isPermission, (try? top.giveAccessToTree(name)) != nil else {
                    throw error
                }
                return try top.folder(name).names()
            }
        } catch {
            guard error.isNotFound else { throw error }
            return []
        }
    }
}

/// Which years a poll reads whole.
///
/// Twelve years take turns of one poll period each. So each of them is read within three hours, and a poll after a longer
/// pause reads all years whose turn has begun since.
struct ReadingTurns: Sendable {
    /// The turns of this poll, counted from 1970.
    private let turns: ClosedRange<Int64>

    static let all = ReadingTurns(turns: 0...Int64.max - 1)

    /// Makes the turns since the last poll; without one, all.
    ///
    /// - Parameter previous: when the last poll began, in seconds since 1970.
    static func since(_ previous: Int64?, nowUnixSeconds now: Int64) -> ReadingTurns {
        guard let previous else { return .all }
        func turn(_ seconds: Int64) -> Int64 { max(seconds, 0) / Int64(PollPeriod.seconds) }
        return ReadingTurns(turns: min(turn(previous) + 1, turn(now))...turn(now))
    }

    /// Whether a year is read, by its position among the years on the disk.
    func includes(_ position: Int, of count: Int) -> Bool {
        guard turns.upperBound - turns.lowerBound < count else { return true }
        return turns.contains { $0 % Int64(count) == position }
    }
}

extension StateFolder {
    /// The bytes that a bundle takes, in whole blocks.
    func blockBytes(_ year: BundleYear, _ version: ContentVersion) throws(FileError) -> Int {
        try Folder(bundle(year, version)).blockBytes(depthMax: BundleLimits.pathSegmentsMax)
    }
}
