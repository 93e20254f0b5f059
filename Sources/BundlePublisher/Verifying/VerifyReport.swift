import BundleArchive
import BundleFormat
import SeasonAuthoring
import TUF

/// How agents in three situations update from a repository, and how it is served.
package struct VerifyReport {
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
        package var report: RefreshReport?
        /// Where one of the bundles is, below `targets/`.
        var firstTarget: String?
        /// Bundles downloaded, and the bytes of all files: the record is read, too, and not counted.
        package var targetsCount = 0
        package var targetsBytes = 0
        /// Why it would not update; nil if it would.
        package var problem: String?
        /// True if root does not vouch for the repository's content, or a file that is signed is not there; false if the
        /// content is only old, or the server did not answer.
        package var isUntrusted = false
    }

    package let place: String
    /// The moment the clients live at.
    package let moment: UTCTime
    package private(set) var runs: [Run] = []
    /// How the web server serves the repository; empty for a folder.
    package private(set) var findings: [HostingFinding] = []
    private let fetcher: any Fetcher

    /// True if a client met content that root does not vouch for.
    package var isUntrusted: Bool { runs.contains(where: \.isUntrusted) }
    /// False if a client would not update, or the server has a serious mistake.
    package var isGood: Bool {
        runs.allSatisfy { $0.problem == nil } && !findings.contains { $0.severity == .error }
    }

    /// Runs all three clients, and asks a web server how it serves the repository.
    package init(_ site: Site, oldestRoot: [UInt8], now: UTCTime, moment: UTCTime) {
        (place, fetcher, self.moment) = (site.name, site.fetcher, moment)
        var newestRoot = oldestRoot
        for client in Client.allCases {
            let store = MemoryStore()
            if client == .current {
                // This client took what is published before the moment came; the next refresh shows what
                // has expired then.
                var earlier = updater(oldestRoot, store, at: now)
                _ = try? earlier.refresh()
            }
            let root = client == .embedded ? newestRoot : oldestRoot
            runs.append(visit(client, updater(root, store, at: moment)))
            if client == .oldest { newestRoot = store.files["root.json"] ?? oldestRoot }
        }
        guard let web = site.web else { return }
        let root = runs.compactMap(\.report).first?.status(of: .root)?.version ?? 1
        // If the server does not answer, the clients have reported that already.
        let answers = try? HostingAnswers(
            from: web, isEncrypted: place.lowercased().hasPrefix("https://"), rootVersion: root,
            target: runs.compactMap(\.firstTarget).first)
        findings = answers.map(HostingReview.findings) ?? []
    }

    private func updater(_ root: [UInt8], _ store: MemoryStore, at time: UTCTime) -> Updater {
        Updater(packagedRoot: root, store: store, fetcher: fetcher, now: time)
    }

    private func visit(_ client: Client, _ updater: Updater) -> Run {
        var updater = updater
        var run = Run(client: client)
        do throws(UpdateError) {
            run.report = try updater.refresh()
        } catch {
            return failed(run, error)
        }
        for target in updater.targets {
            var bytes: [UInt8] = []
            do throws(UpdateError) {
                try updater.download(target) { (piece) throws(FetchError) in
                    bytes.append(contentsOf: piece)
                }
            } catch {
                return failed(run, error, target)
            }
            run.targetsBytes += bytes.count
            guard TargetName(target.path) != nil else { continue }
            if let problem = target.problem(in: bytes) {
                run.problem = "\(target.path): \(problem)"
                run.isUntrusted = true
                return run
            }
            run.targetsCount += 1
            run.firstTarget = target.servedPath
        }
        return run
    }

    private func failed(_ run: Run, _ error: UpdateError, _ target: TargetFile? = nil) -> Run {
        var run = run
        run.problem = "\(error)"
        switch error {
        case .transfer(.absent(path: "timestamp.json")):
            // Other commands refuse a place with a root alone, too. Where nothing was published, there is no root.
            run.isUntrusted = (try? RootChain.fetch(from: fetcher, at: "")) ?? nil != nil
        // A client stops there; another length is another content.
        case .transfer(.tooLong(let max)):
            guard let target else { break }
            run.problem = "\(target.path): expected \(max) bytes, found more"
            run.isUntrusted = true
        case .transfer(.absent): run.isUntrusted = true
        case .transfer, .store, .repository(.expired): break
        case .repository: run.isUntrusted = true
        }
        return run
    }
}
