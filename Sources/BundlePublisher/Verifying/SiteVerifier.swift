import BundleArchive
import BundleFormat
import Files
import TUF

/// Acts as agents do in three situations, and reports how each update ends.
package struct SiteVerifier {
    /// An agent's situation.
    package enum Client: CaseIterable {
        /// Shipped long ago and never online since: it walks all roots from the oldest supported.
        case oldest
        /// Online all the time: it has everything that is published now.
        case current
        /// Just installed: the newest root, the embedded bundles, and nothing from the repository.
        case embedded
    }

    /// How the update of one client ended.
    package struct Run {
        package let client: Client
        package let report: RefreshReport?
        /// Where one of the bundles is, below `targets/`.
        package var firstTarget: String?
        /// Bundles downloaded, and the bytes of all files: the record is read, too, and not counted.
        package var targetsCount = 0
        package var targetsBytes = 0
        /// Why it would not update; nil if it would.
        package var problem: Problem?
        /// True if root does not vouch for the repository's content, or a file that is signed is not there; false if the
        /// content is only old, or the server did not answer.
        package var isUntrusted = false
    }

    /// Why a client would not update.
    package enum Problem: Equatable {
        case update(UpdateError)
        /// What is signed about the target at this path does not describe a season.
        case entry(path: String, BundleFormatError)
        case zip(path: String, ArchiveError)
        /// The server gives more than is signed for the target at this path.
        case tooLong(path: String, lengthBytes: Int)
        /// This machine could not write the zip.
        case file(path: String, FileError)
    }

    package let fetcher: any Fetcher
    /// The oldest supported root.
    package let oldestRoot: [UInt8]
    package let now: UTCTime
    /// The moment the clients live at.
    package let moment: UTCTime

    /// Describes a verification; fetches nothing yet.
    package init(
        fetcher: any Fetcher, oldestRoot: [UInt8], now: UTCTime, moment: UTCTime
    ) {
        self.fetcher = fetcher
        self.oldestRoot = oldestRoot
        self.now = now
        self.moment = moment
    }

    /// Runs all three clients.
    ///
    /// - Throws: ``PublishError`` if this machine has no room to unpack.
    package func run() throws(PublishError) -> [Run] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var newestRoot = oldestRoot
        var runs: [Run] = []
        for client in Client.allCases {
            let store = MemoryStore()
            if client == .current {
                // This client took what is published before the moment came; the next refresh shows what
                // has expired then.
                var earlier = updater(oldestRoot, store, at: now)
                _ = try? earlier.refresh()
            }
            let root = client == .embedded ? newestRoot : oldestRoot
            runs.append(
                try visit(
                    client, updater(root, store, at: moment),
                    unpackingInto: "\(folder.path)/\(client)"))
            if client == .oldest { newestRoot = store.files["root.json"] ?? oldestRoot }
        }
        return runs
    }

    private func updater(_ root: [UInt8], _ store: MemoryStore, at time: UTCTime) -> Updater {
        Updater(packagedRoot: root, store: store, fetcher: fetcher, now: time)
    }

    private func visit(
        _ client: Client, _ updater: Updater, unpackingInto folder: String
    ) throws(PublishError) -> Run {
        var updater = updater
        var run: Run
        do throws(UpdateError) {
            run = Run(client: client, report: try updater.refresh())
        } catch {
            return failed(client, nil, error)
        }
        for target in updater.targets {
            let bundle: PublishedBundle?
            do throws(BundleFormatError) {
                bundle = try readEntry(target)
            } catch {
                run.problem = .entry(path: target.path, error)
                run.isUntrusted = true
                return run
            }
            var bytes: [UInt8] = []
            do throws(UpdateError) {
                try updater.download(target) { (piece) throws(FetchError) in
                    bytes.append(contentsOf: piece)
                }
            } catch {
                run = failed(client, run.report, error)
                // A client stops there; another length is another content.
                if case .transfer(.tooLong(let max)) = error {
                    run.problem = .tooLong(path: target.path, lengthBytes: max)
                    run.isUntrusted = true
                }
                return run
            }
            if bundle != nil { run.targetsCount += 1 }
            if let name = TargetName(target.path), let sha256 = target.sha256 {
                run.firstTarget = "f\(name.format)/\(name.year)/\(sha256).bundle.zip"
            }
            run.targetsBytes += bytes.count
            if let bundle, let problem = try unpack(bytes, of: bundle, into: folder) {
                run.problem = problem
                run.isUntrusted = true
                return run
            }
        }
        return run
    }

    private func failed(_ client: Client, _ report: RefreshReport?, _ error: UpdateError) -> Run {
        var run = Run(client: client, report: report, problem: .update(error))
        switch error {
        case .transfer(.absent(path: "timestamp.json")):
            // Other commands refuse a place with a root alone, too. Where nothing was published, there is no root.
            run.isUntrusted = (try? RootChain.fetch(from: fetcher, at: "")) ?? nil != nil
        case .transfer(.absent): run.isUntrusted = true
        case .transfer, .store, .repository(.expired): break
        case .repository: run.isUntrusted = true
        }
        return run
    }

    /// Reads what is signed about a target; nil for a target that is no bundle.
    private func readEntry(_ target: TargetFile) throws(BundleFormatError) -> PublishedBundle? {
        guard let name = TargetName(target.path) else { return nil }
        return try PublishedBundle(reading: target, named: name)
    }

    /// What is wrong with a bundle; nil if an agent can use it.
    private func unpack(
        _ bytes: [UInt8], of bundle: PublishedBundle, into folder: String
    ) throws(PublishError) -> Problem? {
        let custom = bundle.custom
        let path = "\(folder)/\(custom.year)-f\(custom.format)"
        try? Files.createDirectoriesAndSync(folder)
        do throws(FileError) {
            try Files.createFileSyncingContent(at: "\(path).zip", with: bytes, mode: 0o600)
        } catch {
            return .file(path: bundle.target.path, error)
        }
        do throws(ArchiveError) {
            try Unpacker.unpack(
                zip: "\(path).zip", into: path, expecting: custom.version, year: custom.year)
            return nil
        } catch {
            return .zip(path: bundle.target.path, error)
        }
    }
}
