// The settings page of a scouting app, in a terminal: season-settings ROOT REPOSITORY FOLDER [EMBEDDED]

import Foundation
import SeasonsKit

/// Prints a message and ends the program.
func stop(_ message: String) -> Never {
    FileHandle.standardError.write(Data("season-settings: \(message)\n".utf8))
    exit(64)
}

/// The files of a folder by their paths, as the seasons inside an app are.
func files(in folder: String) -> [String: Data] {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return Dictionary(uniqueKeysWithValues: paths.map { ($0, "\(folder)/\($0)") })
        .compactMapValues { FileManager.default.contents(atPath: $0) }
}

/// The rows of the page: which version each season has, and when it was uploaded.
func show(_ seasons: Seasons, _ update: Update?) async {
    for season in await seasons.all {
        let uploaded = season.uploadedAt?.formatted(.iso8601) ?? "unknown"
        let origin = season.isEmbedded ? "  inside the app" : ""
        print("\(season.year)  version \(season.version.prefix(12))  uploaded \(uploaded)\(origin)")
    }
    if let update {
        print(update.problem ?? (update.outcome == .updated ? "Updated just now." : "Up to date."))
    }
    print("Reload: r")
}

let arguments = CommandLine.arguments
guard (4...5).contains(arguments.count), let repository = URL(string: arguments[2]),
    // The root comes with the app. Everything else is verified, starting with this file.
    let root = FileManager.default.contents(atPath: arguments[1])
else {
    stop("expected a root file, an address, a folder for the seasons, and the app's own seasons")
}

let seasons = Seasons(
    repository: repository, root: root,
    embedded: arguments.count == 5 ? files(in: arguments[4]) : [:],
    folder: URL(fileURLWithPath: arguments[3]), userAgent: "season-settings/1")
// At once, without waiting for a network: what is here, or what is inside the app.
await show(seasons, nil)
// At the start and every 15 minutes: compare, download, unzip, delete, record.
let start = Task { await show(seasons, await seasons.update()) }
let following = Task {
    await start.value
    while (try? await Task.sleep(for: .seconds(15 * 60))) != nil {
        await show(seasons, await seasons.update())
    }
}
// The row "Reload".
while let line = readLine() {
    if line == "r" { await show(seasons, await seasons.update()) }
}
await start.value
following.cancel()
