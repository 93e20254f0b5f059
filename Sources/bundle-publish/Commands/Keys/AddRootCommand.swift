import ArgumentParser
import BundlePublisher
import Files
import TUF

struct AddRootCommand: RootSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "add-root",
        abstract: "Adds a root key.",
        discussion: """
            Makes a new key in the home, sealed with a passphrase; or takes one that its
            owner has made with keys new, by its public half.

            Examples:
              bundle-publish keys add-root
              bundle-publish keys add-root --public carol.pub
              bundle-publish keys add-root --public carol.pub --json
            """)

    @OptionGroup var options: KeysOptions

    @Option(help: ArgumentHelp("The public half of a key made elsewhere.", valueName: "file"))
    var `public`: String?

    @Flag(help: "Leave the new key open. For tests and demonstrations.")
    var noPassphrase = false

    func validate() throws {
        if noPassphrase, self.public != nil {
            throw ValidationError("--public: expected no --no-passphrase beside it, found both")
        }
    }

    func propose(
        _ editor: RootEditor, _ passphrases: inout Passphrases
    ) throws(PublishError) -> RootEditor.Edit {
        if let path = `public` {
            let file = try KeyFile.read(SecretFile(path: path), mayBePublic: true)
            return try editor.draft(.addRoot(file.publicKey))
        }
        let key = SigningKey()
        let folder = try editor.home.rootKeysFolder(below: Surroundings.data)
        let isThere = folder.map { (try? Files.kind($0)) == .directory } ?? false
        let path = try editor.home.nextRootKeyPath(in: isThere ? folder : nil)
        var edit = try editor.draft(.addRoot(key.publicKey))
        // A dry run writes no key, so it asks for no passphrase.
        guard !options.change.dryRun else { return edit }
        let bytes =
            noPassphrase
            ? key.encoded()
            : try KeyFile.sealed(key, with: passphrases.choose(for: [path])[0])
        edit.newKeys = [(path, bytes)]
        return edit
    }
}
