import ArgumentParser
import RepositoryTransport

/// The flags of every command, as typed; which of them a command needs, it says itself.
struct Flags: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where the metadata is published.", valueName: "url"))
    var metadataUrl: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The folder of trusted metadata.", valueName: "folder"))
    var metadataDir: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A target's path; may be repeated.", valueName: "path"))
    var targetName: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The folder of downloaded targets.", valueName: "folder"))
    var targetDir: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where the targets are published.", valueName: "url"))
    var targetBaseUrl: String?
}

extension Flags {
    /// The store in the folder of `--metadata-dir`.
    func store() throws(ClientError) -> ClientStore {
        ClientStore(folder: try Self.require(metadataDir, "--metadata-dir"))
    }

    /// The address of `--metadata-url`.
    func metadataAddress() throws(ClientError) -> RepositoryAddress {
        try Self.address(metadataUrl, "--metadata-url")
    }

    /// The address of `--target-base-url`.
    func targetsAddress() throws(ClientError) -> RepositoryAddress {
        try Self.address(targetBaseUrl, "--target-base-url")
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
