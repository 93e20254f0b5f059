import ArgumentParser
import BundlePublisher
import Files
import JSON
import SeasonAuthoring
import Text
import TUF

struct InitCommand: RepositorySubcommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Makes the publisher's folder: keys, first root, configuration.",
        discussion: """
            Makes two root keys, each sealed with a passphrase, one online key,
            metadata/1.root.json and configuration.yaml, and says what to do with them.
            Nothing that is there already is touched.

            Passphrases are asked for on a terminal; else they come from
            --passphrase-file, twice for one each, or from the environment variable
            \(Passphrases.environmentName).

            Examples:
              bundle-publish init --in /srv/bundles
              bundle-publish init --home /srv/publisher --dry-run
              bundle-publish init --passphrase-file a.txt --passphrase-file b.txt --json
              bundle-publish init --no-passphrase      (a test, a demonstration)
            """)

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var sealing: SealingOptions

    @Option(
        help: ArgumentHelp(
            "Where the root keys go. Without it: keys/ in the home, or for a home in a checkout the person's "
                + "own folder for data, where no git clean deletes them.", valueName: "directory"))
    var rootKeys: String?

    @OptionGroup var change: ChangeOptions

    func perform() throws {
        let home = repository.home
        // A configuration names a folder by its absolute path.
        let place = repository.place.map { $0.contains("://") ? $0 : Paths.absolute($0) }
        var maker = HomeMaker(home: home, now: Surroundings.now, repository: place)
        if let rootKeys {
            maker.rootKeys = .folder(rootKeys)
        } else if home.isInCheckout {
            guard let data = Surroundings.data else {
                throw PublishError(
                    "root keys: expected a folder outside the checkout, found none",
                    remedy: "name one with --root-keys")
            }
            maker.rootKeys = .data(data)
        }
        // A line break in a path must not look like a line that this program prints.
        let shown = Home(path: PlainText.line(home.path))
        // Check this before the publisher is asked for a passphrase.
        try maker.refuseOccupied()
        guard !change.dryRun else {
            Console.result(
                change.json
                    ? report(home, nil).text()
                    : "would make \(shown.path): two root keys, an online key, the first root")
            return
        }
        if !sealing.noPassphrase {
            let names = HomeMaker.rootKeyNames.map { "\($0).key" }
            maker.passphrases = try sealing.passphrase.read().choose(for: names)
        }
        let made = try maker.make()
        Console.result(change.json ? report(home, made).text() : nextSteps(shown, made))
    }

    private func nextSteps(_ home: Home, _ made: HomeMaker.Made) -> String {
        let keys = made.rootKeys.map { PlainText.line($0.path) }
        let seal = sealing.noPassphrase ? "" : " with its passphrase"
        return """
            Made \(home.path). Three things to do next:

            1. Keys. Give \(keys.joined(separator: "\n   to one person and "))
               to another, to keep offline\(seal), and delete both here: one of them is enough
               to replace a lost or stolen key. Then commit \(home.path): git ignores its keys. Agents start from
               \(home.metadataPath)/1.root.json.
            2. CI. Store the content of \(home.onlineKeyPath) as the secret
               \(OnlineKey.environmentName), and delete the file here unless you publish from here.
            3. Publish with \(commands.text(.publish)). On a machine that is always on, run every hour, so
               that the timestamp never expires: \(commands.text(.refresh()))

            If one of them is ever lost: docs/SECURITY.md says what to do.
            """
    }

    private func report(_ home: Home, _ made: HomeMaker.Made?) -> JSON {
        let rootKeys = (made?.rootKeys ?? []).map { key -> JSON in
            ["file": .string(key.path), "keyId": .string(key.keyID)]
        }
        return [
            "home": .string(home.path), "dryRun": .bool(change.dryRun),
            "rootKeys": .array(rootKeys),
            "onlineKey": made.map {
                ["file": .string(home.onlineKeyPath), "keyId": .string($0.onlineKeyID)]
            } ?? nil,
            "root": made == nil ? nil : .string("\(home.metadataPath)/1.root.json"),
            "rootExpires": made.map { .string($0.rootExpires.description) } ?? nil,
            "isSealed": .bool(!sealing.noPassphrase),
            "secretName": .string(OnlineKey.environmentName),
        ]
    }
}
