import ArgumentParser
import BundlePublisher
import JSON

/// Publishes an edit of signed entries, and prints the result.
struct EntryRun {
    let home: HomeOptions
    let online: OnlineKeyOptions
    let change: ChangeOptions

    /// Publishes.
    ///
    /// - Parameters:
    ///   - edit: the change.
    ///   - destination: where.
    /// - Returns: the process's exit status.
    /// - Throws: ``PublishError``.
    func publish(
        _ edit: any EntryEdit, to destination: any PublishDestination
    ) throws(PublishError) -> ExitCode {
        let home = Home(path: home.home)
        // A dry run can do without the key; then it signs nothing.
        let key = change.dryRun ? try? online.key(home) : try online.key(home)
        let report = try Publisher(
            destination: destination, home: home, key: key, content: .edited(edit),
            now: Surroundings.now, isDryRun: change.dryRun, viewerFolder: ViewerPlace.folder
        ).run()
        let commands = PrintedCommands(home: home.path, place: destination.name)
            .signing(with: online.key)
        let undo = UndoCommands(commands: commands)
        Console.result(
            change.json
                ? PublishReportText.json(
                    report, isDryRun: change.dryRun, commands, undo: undo
                ).text()
                : PublishReportText.lines(
                    report, isDryRun: change.dryRun, commands, undo: undo, onlyChanges: true))
        AfterPublish.showRootNotice(report, commands)
        return .success
    }
}
