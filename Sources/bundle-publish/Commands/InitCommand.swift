import ArgumentParser

/// `init`: a publisher's home with its keys and first root.
struct InitCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Makes the publisher's folder: keys, first root, configuration.",
        discussion: """
            Makes two root keys, one online key, metadata/1.root.json and
            configuration.yaml, and says what to do with them. Nothing that is there
            already is touched.

            Examples:
              bundle-publish init
              bundle-publish init --home /srv/publisher
            """)

    @OptionGroup var options: HomeOptions

    func perform() throws(PublishError) -> ExitCode {
        let home = Home(path: options.home)
        try HomeMaker(home: home, now: Surroundings.now).make()
        Console.result(
            """
            Made \(home.path). Three things to do next:

            1. Keys. Give \(home.keysPath)/root-a.key to one person and root-b.key to another, to
               keep offline, and delete both here: one of them is enough to replace a lost or
               stolen online key. Commit \(home.configurationPath) and \(home.metadataPath);
               agents start from \(home.metadataPath)/1.root.json.
            2. CI. Store the content of \(home.onlineKeyPath) as the secret
               \(KeyFile.environmentName), and delete the file here unless you publish from here.
            3. Cron. Run the publish twice a week on a machine that is always on, so that the
               timestamp never expires; it does nothing unless there is something to do:
               17 5 * * 1,4  bundle-publish publish --to DIRECTORY --home \(home.path)
            """)
        return .success
    }
}
