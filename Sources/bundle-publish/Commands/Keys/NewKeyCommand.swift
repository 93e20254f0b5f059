import ArgumentParser
import BundlePublisher
import Files
import JSON
import TUF

struct NewKeyCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Makes a root key for yourself; others add its public half.",
        discussion: """
            Writes <file>, sealed with a passphrase, and <file>.pub. Send <file>.pub to
            the person who runs keys add-root. Existing files are not changed. If only
            <file>.pub is missing, it is written anew.

            Examples:
              bundle-publish keys new carol.key
              bundle-publish keys add-root --public carol.key.pub
            """)

    @Argument(help: ArgumentHelp("Where the key goes.", valueName: "file"))
    var file: String

    @OptionGroup var sealing: SealingOptions
    @OptionGroup var change: ChangeOptions

    var commands: PrintedCommands { PrintedCommands() }

    func perform() throws {
        let publicPath = "\(file).pub"
        guard try Files.kind(publicPath) == nil else {
            throw PublishError(
                "\(publicPath): expected nothing, found something: a key is made once")
        }
        // A command that was killed between the two files left the first.
        let isHalfMade = try Files.kind(file) != nil
        var key: PublicKey?
        if isHalfMade {
            key = try KeyFile.read(SecretFile(path: file)).publicKey
        } else if !change.dryRun {
            key = try makeKey()
        }
        if !change.dryRun, let key {
            try Files.createFileSyncingContent(
                at: publicPath, with: KeyFile.publicHalf(key), mode: 0o644)
            try Files.syncDirectory(Paths.parent(of: file))
        }
        report(key, paths: isHalfMade ? [publicPath] : [file, publicPath])
    }

    private func makeKey() throws -> PublicKey {
        let key = SigningKey()
        let bytes =
            sealing.noPassphrase
            ? key.encoded()
            : try KeyFile.sealed(key, with: sealing.passphrase.read().choose(for: [file])[0])
        try Files.createFileSyncingContent(at: file, with: bytes, mode: 0o600)
        return key.publicKey
    }

    private func report(_ key: PublicKey?, paths: [String]) {
        let keyID = change.dryRun ? nil : key?.keyID
        let object: JSON = [
            "keyId": keyID.map { .string($0) } ?? nil,
            "written": .array(change.dryRun ? [] : paths.map { .string($0) }),
            "dryRun": .bool(change.dryRun),
        ]
        let written = paths.map { change.dryRun ? "would write \($0)" : "wrote \($0)" }
        let lines = written + (keyID.map { ["key \($0)"] } ?? [])
        Console.result(change.json ? object.text() : lines.harmlessLines)
    }
}
