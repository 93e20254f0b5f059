import RepositoryTransport
import WebTransport

/// The request as typed; each command checks the values that it needs.
struct Request: Equatable {
    /// The commands, by their names.
    enum Command: String {
        case initialize = "init"
        case refresh
        case download
    }

    /// What to do.
    var command: Command
    /// The root file for `init`.
    var root: String?
    /// The address of the metadata.
    var metadataURL: String?
    /// The folder of trusted metadata.
    var metadataDir: String?
    /// The targets' paths, in their order.
    var targetNames: [String] = []
    /// The folder of downloaded targets.
    var targetDir: String?
    /// The address of the targets.
    var targetBaseURL: String?

    /// Runs the request.
    ///
    /// - Throws: ``ClientError`` if that is not possible.
    func perform() throws(ClientError) {
        switch (command, root) {
        case (.initialize, let root?): try InitCommand(root, self).run()
        case (.refresh, nil): try RefreshCommand(self).run()
        case (.download, nil): try DownloadCommand(self).run()
        case (.initialize, nil): throw .usage("init: expected a root file after it, found nothing")
        case (_, _?):
            throw .usage("\(command.rawValue): expected nothing after it, found a file")
        }
    }
}

extension Request {
    /// The store in the folder of `--metadata-dir`.
    func store() throws(ClientError) -> ClientStore {
        ClientStore(folder: try Self.require(metadataDir, "--metadata-dir"))
    }

    /// The address of `--metadata-url`.
    func metadataAddress() throws(ClientError) -> RepositoryAddress {
        try Self.address(metadataURL, "--metadata-url")
    }

    /// The address of `--target-base-url`.
    func targetsAddress() throws(ClientError) -> RepositoryAddress {
        try Self.address(targetBaseURL, "--target-base-url")
    }

    /// The folder of `--target-dir`.
    func targetFolder() throws(ClientError) -> TargetFolder {
        TargetFolder(path: try Self.require(targetDir, "--target-dir"))
    }

    private static func address(
        _ text: String?, _ flag: String
    ) throws(ClientError) -> RepositoryAddress {
        let text = try require(text, flag)
        let address: RepositoryAddress
        do throws(AddressError) {
            address = try RepositoryAddress(text)
        } catch {
            throw .usage("\(flag): \(error)")
        }
        guard address.scheme != .file else {
            throw .usage("\(flag): expected http:// or https://, found a folder")
        }
        return address
    }

    private static func require(_ value: String?, _ flag: String) throws(ClientError) -> String {
        guard let value, !value.isEmpty else {
            throw .usage("\(flag): expected a value, found none")
        }
        return value
    }
}
