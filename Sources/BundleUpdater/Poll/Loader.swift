import BundleArchive
import BundleFormat
import Files
import SeasonClient
import TUF

/// Brings bundles into `bundles/`: each is there completely, or not at all.
///
/// All years of a plan wait for the disk together:
///
/// 0. ``fetchTogether(_:)`` fetches as many zips at the same time as it can.
/// 1. ``stage(_:)`` writes the files of each bundle.
/// 2. The caller waits until the disk has all files.
/// 3. ``place(_:)`` renames each bundle to its place.
/// 4. The caller waits until the disk has all names.
struct Loader {
    let state: StateFolder
    let embedded: EmbeddedSet
    let limits: AgentLimits
    /// Fetches bundles; nil if the plan has no downloads.
    var downloads: Downloads?
    /// Reads how many bytes are free on the file system of a path.
    var freeBytes: (String) throws(FileError) -> Int = FileSystemRoom.freeBytes(at:)

    /// A year's bundle on its way.
    struct Staged {
        let year: BundleYear
        let version: ContentVersion
        /// Where it is now.
        let folder: String
        /// What the disk must have before the bundle is renamed; nil if it is in its place already.
        var written: DiskWait.Group?
        /// The downloaded zip; nil if nothing was downloaded.
        let zip: String?
    }

    /// Fetches the zips of several years at the same time; ``stage(_:)`` then fetches what is still missing.
    ///
    /// It does nothing if the disk has no room for all of them. Then the years are fetched one after the
    /// other, and some may fail.
    func fetchTogether(_ plans: [YearPlan]) {
        guard let downloads else { return }
        var zips: [(offer: Offer, year: BundleYear, partial: PartialDownload)] = []
        // Two years with the same zip would write into the same file.
        var hashes: Set<String> = []
        for plan in plans {
            guard case .download(let offer) = plan.step, hashes.insert(offer.sha256).inserted
            else { continue }
            zips.append((offer, plan.year, PartialDownload(in: state, sha256: offer.sha256)))
        }
        guard zips.count > 1, let free = try? freeBytes(state.downloads) else { return }
        let needed = zips.reduce(0) { sum, zip in
            sum
                + limits.bundle.freeBytes(
                    forZip: zip.offer.lengthBytes, hereBytes: zip.partial.lengthBytes)
        }
        if free >= needed { downloads.fetchTogether(zips) }
    }

    /// Carries out a year's step up to the point where it must wait for the disk.
    ///
    /// - Returns: nil if there is nothing to do.
    /// - Throws: ``AgentError``; then `bundles/` has what it had before, except that a damaged
    ///   bundle is moved away.
    func stage(_ plan: YearPlan) throws(AgentError) -> Staged? {
        switch plan.step {
        case .keep: return nil
        case .activate(let version, _, _):
            try verify(plan.year, version)
            let place = state.bundle(plan.year, version)
            return Staged(year: plan.year, version: version, folder: place, written: nil, zip: nil)
        case .place(let version, _):
            let staging = try staging(plan.year, version)
            let bundle = try inArchive { () throws(ArchiveError) in
                try inFormat { () throws(BundleFormatError) in
                    try embedded.bundle(plan.year, expecting: version)
                }
            }
            let written = try mapFileErrors(to: AgentError.file) { () throws(FileError) in
                try bundle.stage(state.name(of: staging), in: state.open())
            }
            return Staged(
                year: plan.year, version: version, folder: staging, written: written, zip: nil)
        case .download(let offer):
            let partial = try download(offer, plan.year)
            return try unpack(partial, plan.year, offer.custom.version, keepingZip: true)
        }
    }

    /// Unpacks a zip next to its bundle's place.
    ///
    /// - Parameter version: the version that it must have.
    /// - Throws: ``AgentError``; then `bundles/` has what it had before.
    func unpack(
        _ zip: String, _ year: BundleYear, _ version: ContentVersion, keepingZip: Bool
    ) throws(AgentError) -> Staged {
        let staging = try staging(year, version)
        let written = try inArchive { () throws(ArchiveError) in
            let folder = try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in
                try state.open()
            }
            return try Unpacker.stage(
                zip: zip, as: state.name(of: staging), in: folder, expecting: version, year: year,
                limits: limits.bundle)
        }
        return Staged(
            year: year, version: version, folder: staging, written: written,
            zip: keepingZip ? zip : nil)
    }

    /// Renames a bundle whose files are on the disk to its place, unless it is there.
    ///
    /// - Throws: ``AgentError``; then nothing may rely on the bundle in its place.
    func place(_ staged: Staged) throws(AgentError) -> DiskWait.Group {
        if staged.folder != state.bundle(staged.year, staged.version) { try move(staged) }
        return try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try DiskWait.Group(
                [], [state.open().folder(state.name(of: state.bundles(staged.year)))])
        }
    }

    /// Puts a bundle in its place, where no switch follows; when this returns, the disk has it.
    func settle(_ staged: Staged) throws(AgentError) {
        var staged = staged
        let written = staged.written.take()
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in try written?.sync() }
        let names = try place(staged)
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try names.sync()
            // A switch would sync the name of the year's folder.
            try state.open().folder(state.name(of: state.bundles)).sync()
        }
    }

    private func move(_ staged: Staged) throws(AgentError) {
        let (year, version) = (staged.year, staged.version)
        let place = state.bundle(year, version)
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            let (folder, season) = (try state.open(), state.name(of: state.bundles(year)))
            try folder.removeUnless(.directory, at: season)
            // The switch syncs the name of the year's folder.
            try folder.createFoldersWithoutSync(season)
            if try folder.kind(state.name(of: place)) != nil {
                // The bundle there is damaged; otherwise the plan would not ask for it.
                try state.setAside(place, as: "\(year)-\(version.hex).damaged")
            }
            try folder.rename(state.name(of: staged.folder), to: state.name(of: place))
        }
        if let zip = staged.zip { keep(zip, version) }
    }

    /// Fetches a zip, or the rest of one; then its length and hashes are the signed ones.
    private func download(_ offer: Offer, _ year: BundleYear) throws(AgentError) -> String {
        guard let downloads else { preconditionFailure("a download without a repository") }
        let partial = PartialDownload(in: state, sha256: offer.sha256)
        let free = try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try freeBytes(state.downloads)
        }
        if let lack = lack(for: offer, partial, freeBytes: free) { throw lack }
        do throws(UpdateError) {
            try downloads.fetch(offer, year, to: partial)
        } catch {
            throw .update(error)
        }
        partial.close()
        return partial.path
    }

    /// Why the disk has no room for a download; nil if it has.
    func lack(for offer: Offer, _ partial: PartialDownload, freeBytes free: Int) -> AgentError? {
        let needed = limits.bundle.freeBytes(
            forZip: offer.lengthBytes, hereBytes: partial.lengthBytes)
        guard free < needed else { return nil }
        return .state(
            "\(state.path): expected \(needed / 1_000) kB free for the download, found \(free / 1_000) kB;"
                + " free space there, or name another folder with --state")
    }

    /// Keeps a bundle's zip for `export` and ``BundleRestoring``, without waiting for the disk.
    ///
    /// Both check its bytes. So it is no failure if the zip cannot be kept.
    private func keep(_ partial: String, _ version: ContentVersion) {
        guard let folder = try? state.open() else { return }
        do throws(FileError) {
            try folder.rename(state.name(of: partial), to: state.name(of: state.zip(version)))
        } catch {
            // If this fails too, the next poll's reaper deletes the file.
            try? folder.remove(state.name(of: partial))
        }
    }

    /// Reads every byte of a bundle that is about to be served, and moves a damaged one away.
    ///
    /// The next plan then sees that the bundle is missing.
    private func verify(_ year: BundleYear, _ version: ContentVersion) throws(AgentError) {
        let place = state.bundle(year, version)
        do throws(ArchiveError) {
            try BundleVerifier.verify(directory: place, expecting: version, limits: limits.bundle)
        } catch {
            if case .content = error {
                try mapFileErrors(to: AgentError.file) { () throws(FileError) in
                    try state.setAside(place, as: "\(year)-\(version.hex).damaged")
                }
            }
            throw .archive(error)
        }
    }

    /// The path for making a bundle's folder, next to its place; nothing is at the path.
    private func staging(
        _ year: BundleYear, _ version: ContentVersion
    ) throws(AgentError) -> String {
        let name = "\(year)-\(version.hex)"
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try state.remove("downloads/\(name)")
        }
        return "\(state.downloads)/\(name)"
    }

    private func inArchive<Value>(
        _ body: () throws(ArchiveError) -> Value
    ) throws(AgentError) -> Value {
        do throws(ArchiveError) {
            return try body()
        } catch {
            throw .archive(error)
        }
    }
}
