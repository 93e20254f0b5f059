// Shows each season as a settings page would, and follows a repository: season-settings ROOT REPOSITORY FOLDER

import BundleUpdater
import Foundation

/// Prints a message and ends the program.
func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("season-settings: \(message)\n".utf8))
    exit(status)
}

/// A line of the page: which version the season has, and when it was uploaded.
func line(_ season: SeasonUpdater.Season) -> String {
    let uploaded = season.publishedUnixSeconds.map {
        Date(timeIntervalSince1970: TimeInterval($0)).formatted(.iso8601)
    }
    return "\(season.year)  version \(season.version.prefix(12))  uploaded \(uploaded ?? "unknown")"
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
    stop("expected a root file, an address or folder, and a folder for the seasons", status: 64)
}
// The root comes with the app. Everything else is verified, starting with this file.
guard let root = FileManager.default.contents(atPath: arguments[1]) else {
    stop("\(arguments[1]): cannot be read", status: 1)
}
do {
    let seasons = try SeasonUpdater(
        folder: arguments[3],
        repository: SeasonUpdater.Repository(
            addresses: [arguments[2]], rootMetadata: Array(root), userAgent: "season-settings"))
    let result = seasons.poll()
    // Whatever the poll says, the seasons that are there can be shown.
    for season in seasons.all { print(line(season)) }
    switch result.kind {
    case .updated: print("Updated just now.")
    case .upToDate: print("Up to date.")
    case .incomplete: print("Some seasons could not be updated.")
    case .unreachable: print("The server does not answer.")
    case .refused: print("The server's answer is not trusted.")
    case .failed: print("The folder cannot be written.")
    }
    exit([.updated, .upToDate].contains(result.kind) ? 0 : 1)
} catch {
    stop(error.description, status: 64)
}
