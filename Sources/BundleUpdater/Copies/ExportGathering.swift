import BundleArchive
import BundleFormat
import Files
import SeasonClient
import TUF

/// Gathers an export from the state folder and changes nothing there.
package struct ExportGathering {
    package let state: StateFolder
    package let embedded: EmbeddedSet
    package let limits: AgentLimits
    package let packagedRoot: [UInt8]
    /// Where to fetch the zips that this machine lacks; empty without a repository.
    package let mirrors: [Mirror]
    /// Whether to fetch from there; if not, such files are listed as wanted.
    package let fetches: Bool
    package let now: UTCTime
    /// How long it looks again while a poll is at work.
    var patience = Duration.seconds(10)
    /// Called between two looks.
    var pause: () -> Void = { Sleep.milliseconds(50) }
    /// Gets the name of the season that is gathered, the bytes so far and all bytes.
    package let progress: (_ name: String, _ doneBytes: Int, _ totalBytes: Int) -> Void

    /// Makes a gathering.
    package init(
        state: StateFolder, embedded: EmbeddedSet, limits: AgentLimits, packagedRoot: [UInt8],
        mirrors: [Mirror], fetches: Bool, now: UTCTime,
        progress: @escaping (_ name: String, _ doneBytes: Int, _ totalBytes: Int) -> Void = {
            _, _, _ in
        }
    ) {
        self.state = state
        self.embedded = embedded
        self.limits = limits
        self.packagedRoot = packagedRoot
        self.mirrors = mirrors
        self.fetches = fetches
        self.now = now
        self.progress = progress
    }

    /// Gathers and verifies, like the machine that will read the export.
    package func gather() throws(ExportError) -> Export {
        let found = StateReader(state: state, waitMax: patience, pause: pause).read {
            (try? $0.get())?.export.targets.allSatisfy(\.isHere) == true
        } _: {
            Result { () throws(ExportError) in try local() }
        }
        do throws(ExportError) {
            var (export, updater) = try found.value.get()
            guard fetches, !export.targets.allSatisfy(\.isHere) else { return export }
            fetchWanted(&export, updater)
            try verify(export)
            return export
        } catch {
            throw error.mayPass && !found.isSettled ? .agent(.busy(state)) : error
        }
    }

    /// What is here, verified.
    private func local() throws(ExportError) -> (export: Export, updater: Updater) {
        var updater = Updater(
            packagedRoot: packagedRoot, store: MetadataFolder(state, mends: false),
            fetcher: MemoryFetcher(metadata: []), limits: limits.metadata, now: now)
        let trusted: RefreshReport
        let metadata: [MetadataFile]?
        do throws(UpdateError) {
            (trusted, metadata) = (try updater.loadTrusted(), try updater.trustedFiles())
        } catch {
            throw .agent(.update(error))
        }
        guard let metadata else {
            let vouched = Memory(state, limits).vouched
            guard let root = vouched.root else { throw .nothing }
            guard root.chain == ContentHasher.hex(of: packagedRoot) else { throw .otherRoot }
            guard root.replaced.isEmpty || vouched.hasContent else { throw .untrusted }
            // Where every poll was refused there is a root and nothing else.
            let hasMetadata = [TopLevelRole.timestamp, .snapshot, .targets].contains {
                FileFacts("\(state.metadata)/\($0.rawValue).json") != nil
            }
            throw hasMetadata ? .damaged : .nothing
        }
        if let expired = trusted.roles.first(where: \.isExpired) {
            throw .expired(at: expired.expires)
        }
        var targets: [Export.Target] = []
        // Machines fetch no other files: the recall list is in the metadata.
        let files = updater.targets.filter { TargetName($0.path) != nil }
        // A thief may have signed lengths whose sum is no number.
        let totalBytes = files.reduce(0) { Self.sum($0, $1.lengthBytes) }
        var doneBytes = 0
        for file in files {
            guard let path = updater.requestPath(of: file), BundlePath("targets/\(path)") != nil
            else { continue }
            let custom = try? TargetCustom(file.custom, ofTarget: file.path)
            let target = Export.Target(
                path: path, file: file, custom: custom, content: content(of: file, custom))
            progress(target.name, doneBytes, totalBytes)
            doneBytes = Self.sum(doneBytes, file.lengthBytes)
            targets.append(target)
        }
        let export = Export(metadata: metadata, targets: targets, trusted: trusted)
        try verify(export)
        return (export, updater)
    }

    /// Downloads what is not here.
    private func fetchWanted(_ export: inout Export, _ updater: Updater) {
        let mirrors = mirrors.isEmpty ? nil : Mirrors(mirrors)
        let wanted = export.targets.indices.filter { export.targets[$0].content.isWanted }
        let totalBytes = wanted.reduce(0) { Self.sum($0, export.targets[$1].file.lengthBytes) }
        var doneBytes = 0
        for at in wanted {
            let target = export.targets[at]
            progress(target.name, doneBytes, totalBytes)
            doneBytes = Self.sum(doneBytes, target.file.lengthBytes)
            do throws(UpdateError) {
                guard let mirrors else {
                    throw .transfer(.unreachable("no repository is configured"))
                }
                export.targets[at].content = .fetched(
                    try mirrors.bytes(of: target.file, by: updater))
            } catch {
                export.targets[at].content = .missing(
                    Export.Absence(
                        reason: error.description, trouble: AgentError.update(error).family))
            }
        }
    }

    private static func sum(_ left: Int, _ right: Int) -> Int {
        let sum = left.addingReportingOverflow(right)
        return sum.overflow ? .max : sum.partialValue
    }

    private func content(of file: TargetFile, _ custom: TargetCustom?) -> Export.Content {
        guard file.lengthBytes <= limits.bundle.zipBytesMax else {
            return .missing(
                Export.Absence(
                    reason: "longer than the \(limits.bundle.zipBytesMax) bytes a bundle may have",
                    trouble: .refused))
        }
        if let custom {
            let kept = try? Files.read(state.zip(custom.version), lengthBytesMax: file.lengthBytes)
            if let kept, file.isSigned(kept) { return .kept(kept) }
            if let packed = packed(custom), file.isSigned(packed) { return .packed(packed) }
        }
        return .wanted
    }

    /// The bundle's zip as this machine's zlib makes it; nil if no whole bundle is here.
    private func packed(_ custom: TargetCustom) -> [UInt8]? {
        if embedded.versions[custom.year] == custom.version {
            return try? embedded.bundle(custom.year).zipped()
        }
        let folder = state.bundle(custom.year, custom.version)
        guard
            let manifest = try? BundleVerifier.verify(
                directory: folder, expecting: custom.version, limits: limits.bundle
            ).manifest
        else { return nil }
        var files: [BundlePath: [UInt8]] = [:]
        for file in manifest.files {
            files[file.path] = try? Files.read(
                "\(folder)/\(file.path)", lengthBytesMax: file.lengthBytes)
        }
        return try? BundleContents(
            year: custom.year, files: files, format: manifest.format
        ).zipped()
    }

    /// Verifies the export's own files from the packaged root to every byte of its targets.
    private func verify(_ export: Export) throws(ExportError) {
        var targets: [String: [UInt8]] = [:]
        for target in export.targets { targets[target.path] = target.content.bytes }
        var client = Updater(
            packagedRoot: packagedRoot, store: MemoryStore(),
            fetcher: MemoryFetcher(metadata: export.metadata, targets: targets),
            limits: limits.metadata, now: now)
        do throws(UpdateError) {
            _ = try client.refresh()
            for target in export.targets where target.content.bytes != nil {
                try client.download(target.file) { _ in }
            }
        } catch {
            throw .unverified(error)
        }
    }
}

extension TargetFile {
    /// Whether bytes have the signed length and SHA-256.
    fileprivate func isSigned(_ bytes: [UInt8]) -> Bool {
        bytes.count == lengthBytes && ContentHasher.hex(of: bytes) == sha256
    }
}
