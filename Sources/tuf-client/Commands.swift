import Files
import RepositoryTransport
import TUF
import WebTransport

extension TUFClient {
    func run() throws {
        switch (command, root) {
        case (.initialize, let root?): try initialize(root)
        case (.refresh, nil): _ = try refreshed(targets: metadataAddress)
        case (.download, nil): try download()
        case (.initialize, nil):
            throw ClientError("init: expected a root file after it, found nothing")
        case (_, _?):
            throw ClientError("\(command.rawValue): expected nothing after it, found a file")
        }
    }

    /// Stores the root from which the client starts, without asking the repository.
    private func initialize(_ rootFile: String) throws {
        let store = try store
        let root = try Files.read(rootFile, lengthBytesMax: ClientLimits.rootBytesMax)
        var updater = Updater(
            packagedRoot: root, store: MemoryStore(), fetcher: MemoryFetcher(metadata: []),
            now: try Clock.now())
        // Check that it is a root signed by its own keys; it may have expired.
        _ = try updater.loadTrusted()
        try store.initialize(root: root)
    }

    /// A client that has brought root, timestamp, snapshot and targets up to date.
    private func refreshed(targets: RepositoryAddress) throws -> Updater {
        let store = try store
        var updater = Updater(
            packagedRoot: try store.root(), store: store,
            fetcher: CurlFetcher(
                metadata: try metadataAddress, targets: targets,
                options: WebOptions(userAgent: "tuf-client")),
            now: try Clock.now())
        _ = try updater.refresh()
        return updater
    }

    /// Refreshes, then downloads the targets in their order; the first failure ends it.
    ///
    /// Each path has its own file in the folder, and all files are complete and verified.
    private func download() throws {
        let folder = try required(targetDir, "--target-dir")
        guard !targetName.isEmpty else {
            throw ClientError("--target-name: expected a value, found none")
        }
        var updater = try refreshed(targets: address(targetBaseUrl, "--target-base-url"))
        for path in targetName {
            guard let target = try updater.target(named: path) else {
                throw ClientError("\(path): expected a target of that path, found none")
            }
            let file = "\(folder)/\(target.fileName)"
            if let bytes = try? Files.read(file, lengthBytesMax: target.lengthBytes),
                target.isContent(bytes)
            {
                continue
            }
            let limit = ClientLimits.targetBytesMax
            guard target.lengthBytes <= limit else {
                throw ClientError(
                    "\(path): expected at most \(limit) bytes, found \(target.lengthBytes) listed")
            }
            var bytes: [UInt8] = []
            try updater.download(target) { bytes.append(contentsOf: $0) }
            try Files.createDirectoriesAndSync(folder)
            try Files.replaceFileAndSync(at: file, with: bytes)
        }
    }
}

// MARK: - Values of the options

extension TUFClient {
    private var store: ClientStore {
        get throws { ClientStore(folder: try required(metadataDir, "--metadata-dir")) }
    }

    private var metadataAddress: RepositoryAddress {
        get throws { try address(metadataUrl, "--metadata-url") }
    }

    private func address(_ text: String?, _ flag: String) throws -> RepositoryAddress {
        let text = try required(text, flag)
        let address: RepositoryAddress
        do {
            address = try RepositoryAddress(text)
        } catch {
            throw ClientError("\(flag): \(error)")
        }
        guard address.folderPath == nil else {
            throw ClientError("\(flag): expected http:// or https://, found a folder")
        }
        return address
    }

    private func required(_ value: String?, _ flag: String) throws -> String {
        guard let value, !value.isEmpty else {
            throw ClientError("\(flag): expected a value, found none")
        }
        return value
    }
}
