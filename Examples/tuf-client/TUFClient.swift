// Downloads one file of a TUF repository: tuf-downloader ROOT REPOSITORY FILE STATE > copy

import Foundation
import RepositoryTransport
import TUF
import WebTransport

/// Prints a message and ends the program.
func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("tuf-downloader: \(message)\n".utf8))
    exit(status)
}

let arguments = CommandLine.arguments
guard arguments.count == 5 else {
    stop(
        "expected a root file, an address or folder, a target's path and a state folder", status: 64
    )
}
// The root comes with the program. Everything else is verified, starting with this file.
guard let root = FileManager.default.contents(atPath: arguments[1]) else {
    stop("\(arguments[1]): cannot be read", status: 1)
}
do {
    let repository = try RepositoryAddress(arguments[2])
    var client = Updater(
        packagedRoot: Array(root), store: FolderStore(arguments[4]),
        fetcher: repository.fetcher(WebOptions(userAgent: "tuf-downloader")),
        now: UTCTime(unixSeconds: Int64(Date().timeIntervalSince1970)))
    _ = try client.refresh()
    guard let target = try client.target(named: arguments[3]) else {
        stop("\(arguments[3]): the repository has no such file", status: 1)
    }
    // The bytes count for nothing before the download has returned.
    var bytes: [UInt8] = []
    try client.download(target) { piece in bytes.append(contentsOf: piece) }
    FileHandle.standardOutput.write(Data(bytes))
} catch let error as AddressError {
    stop(error.description, status: 64)
} catch let error as UpdateError {
    stop(error.description, status: 1)
}
