import ArgumentParser
import BundlePublisher

/// The common options of the commands that make or sign a root.
struct KeysOptions: ParsableArguments {
    @OptionGroup var repository: RepositoryOptions

    @Option(
        help: ArgumentHelp(
            "A root key that signs; may be repeated. Without it: the environment variable "
                + "\(RootKeyring.environmentName), else keys/root-*.key in the home.",
            valueName: "file|fd:N"))
    var rootKey: [SecretFile] = []

    @OptionGroup var passphrase: PassphraseOptions

    @Flag(help: "Change the home alone; the next publish puts the new root in place.")
    var offline = false

    @Option(help: .hidden)
    var key: String?

    func validate() throws {
        guard key == nil else {
            throw ValidationError("--key names the online key; a root key is named by --root-key")
        }
    }

    @OptionGroup var change: ChangeOptions
}

struct PassphraseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with the passphrase of a root key; may be repeated. Without it: the environment "
                + "variable \(Passphrases.environmentName), else the terminal.",
            valueName: "file|fd:N"))
    var passphraseFile: [SecretFile] = []

    /// Those of the files, the environment, and the person at the terminal.
    func read() throws(PublishError) -> Passphrases { try .program(files: passphraseFile) }
}

/// How new keys are sealed.
struct SealingOptions: ParsableArguments {
    @OptionGroup var passphrase: PassphraseOptions

    @Flag(help: "Leave new keys open. For tests and demonstrations.")
    var noPassphrase = false

    func validate() throws {
        guard noPassphrase, !passphrase.passphraseFile.isEmpty else { return }
        throw ValidationError(
            "--no-passphrase: expected no --passphrase-file beside it, found both")
    }
}
