import BundleArchive
import BundleFormat
import Files
import TUF

/// Brings bundles under `bundles/`: each is whole there or absent.
struct Loader {
    let state: StateFolder
    let embedded: EmbeddedSet
    let limits: AgentLimits
    /// Where bundles are fetched; nil where the plan has no downloads.
    let downloads: Downloads?
    /// The room that is left where a path is.
    var freeBytes: (String) throws(FileError) -> Int = Files.freeBytes(at:)

    /// Carries out one year's step.
    ///
    /// - Parameter plan: the year and its step.
    /// - Throws: ``AgentError``; what is under `bundles/` is as it was then.
    func load(_ plan: YearPlan) throws(AgentError) {
        switch plan.step {
        case .keep: return
        case .activate(let version, _, _):
            try verify(plan.year, version)
            // Its name may be what a run left that was stopped before it had brought it to the disk.
            try onDisk { () throws(FileError) in
                try Files.synchronizeDirectory(state.bundles(plan.year))
            }
        case .place(let version, _):
            try install(plan.year, version) { (staging) throws(AgentError) in
                try inArchive { () throws(ArchiveError) in
                    try embedded.bundle(plan.year).write(into: staging)
                    try BundleVerifier.verify(
                        directory: staging, expecting: version, limits: limits.bundle)
                }
            }
        case .download(let offer):
            let partial = try download(offer, plan.year)
            try install(plan.year, offer.custom.version) { (staging) throws(AgentError) in
                try inArchive { () throws(ArchiveError) in
                    try Unpacker.unpack(
                        zip: partial, into: staging, expecting: offer.custom.version,
                        year: plan.year, limits: limits.bundle)
                }
            }
            keep(partial, offer.custom.version)
        }
    }

    /// Fetches a zip, going on with what an earlier try has left; when this returns, its length and hashes
    /// are the signed ones.
    private func download(_ offer: Offer, _ year: BundleYear) throws(AgentError) -> String {
        guard let downloads else { preconditionFailure("a download without a repository") }
        let partial = PartialDownload(in: state.downloads, sha256: offer.sha256)
        try checkSpace(offer.target, partial)
        do throws(UpdateError) {
            try downloads.fetch(offer, year, to: partial)
        } catch {
            throw .update(error)
        }
        partial.close()
        return partial.path
    }

    private func checkSpace(
        _ target: TargetFile, _ partial: PartialDownload
    ) throws(AgentError) {
        let needed = SpaceNeed.bytes(
            zipBytes: target.lengthBytes, hereBytes: partial.lengthBytes, limits: limits.bundle)
        let free = try onDisk { () throws(FileError) in try freeBytes(state.downloads) }
        guard free >= needed else {
            throw .space(path: state.path, neededBytes: needed, freeBytes: free)
        }
    }

    /// Keeps what a bundle was fetched as, for `export`, which checks it: nothing else relies on it, so
    /// it is neither brought to the disk by force nor is it a failure where that does not work.
    private func keep(_ partial: String, _ version: ContentVersion) {
        do throws(FileError) {
            try Files.createDirectories(state.zips)
            try Files.rename(partial, to: state.zip(version))
        } catch {
            // Should the file stay, the next reaping takes it.
            try? Files.remove(partial)
        }
    }

    /// Reads every byte of a bundle that is about to be served; one that is not whole is taken away, so that
    /// the next plan knows it is not there.
    private func verify(_ year: BundleYear, _ version: ContentVersion) throws(AgentError) {
        let place = state.bundle(year, version)
        do throws(ArchiveError) {
            try BundleVerifier.verify(directory: place, expecting: version, limits: limits.bundle)
        } catch {
            if case .content = error {
                try onDisk { () throws(FileError) in
                    try state.setAside(place, as: "\(year)-\(version.hex).damaged")
                }
            }
            throw .archive(error)
        }
    }

    /// Makes a bundle's folder beside its place and renames it there.
    private func install(
        _ year: BundleYear, _ version: ContentVersion,
        _ fill: (_ staging: String) throws(AgentError) -> Void
    ) throws(AgentError) {
        let staging = "\(state.downloads)/\(year)-\(version.hex)"
        try onDisk { () throws(FileError) in try Files.removeTree(staging) }
        try fill(staging)
        let place = state.bundle(year, version)
        try onDisk { () throws(FileError) in
            _ = try Files.clearForFolder(state.bundles(year))
            try Files.createDirectories(state.bundles(year))
            if try Files.kind(place) != nil {
                // Damaged, or the plan would not have asked for it.
                try state.setAside(place, as: "\(year)-\(version.hex).damaged")
            }
            try Files.rename(staging, to: place)
            try Files.synchronizeDirectory(state.bundles(year))
        }
    }

    private func inArchive(_ body: () throws(ArchiveError) -> Void) throws(AgentError) {
        do throws(ArchiveError) {
            try body()
        } catch {
            throw .archive(error)
        }
    }
}
