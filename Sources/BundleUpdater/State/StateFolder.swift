import BundleFormat
import Files

/// The agent's folder on the disk; ARCHITECTURE.md lists its files.
///
/// The order of writes is the commit. Each step is whole on the disk before the next begins. So if the
/// agent is stopped anywhere, `current` names the old set or the new one, and only `downloads/` has
/// rubbish:
///
/// 1. trusted metadata, each file by rename, after its checks;
/// 2. for each year `downloads/<sha256>.partial`, verified while it comes, and `downloads/<year>-<version>`,
///    unpacked, every file against the manifest;
/// 3. fsync of all these files and folders;
/// 4. rename of each to `bundles/<year>/<version>`, fsync of the years' folders;
/// 5. `downloads/set-<n>` with its links and index, fsync; rename to `sets/<n>`, fsync of `sets`;
/// 6. `current` by the rename of a link, fsync: **the switch**;
/// 7. the lines of the switch, added to `history.jsonl` in one write, fsync;
/// 8. deletions: older sets, then bundles that no set names;
/// 9. `trials.json` and `last-poll.json`, each by rename.
///
/// `choices.json` is written before the switch that follows from it. If a command is stopped between the
/// two, the next poll completes it.
package struct StateFolder: Equatable, Sendable {
    /// The folder's path, without a final slash.
    package let path: String
    /// The folder that a session has opened; nil outside of sessions.
    private let opened: Folder?

    /// Names the folder and makes nothing yet.
    ///
    /// - Parameter path: absolute, or relative to the working directory.
    package init(_ path: String) {
        var path = Substring(path)
        while path.utf8.count > 1, path.last == "/" { path.removeLast() }
        self.path = String(path)
        opened = nil
    }

    /// The same folder, by an open descriptor: everything goes where it was found.
    init(_ state: StateFolder, opened: Folder) {
        (path, self.opened) = (state.path, opened)
    }

    package static func == (left: StateFolder, right: StateFolder) -> Bool {
        left.path == right.path
    }

    /// The open folder, below which everything is written and deleted.
    ///
    /// Another user may be able to put links into the state folder at any moment. So each change is made by names below
    /// this open folder, never by a path, and follows no link.
    package func open() throws(FileError) -> Folder {
        if let opened { return opened }
        return try Folder(path, followingLink: true)
    }

    /// Whether a session has opened it.
    var isOpened: Bool { opened != nil }

    /// The name below the state folder of a path that this type has made.
    func name(of path: String) -> String {
        String(decoding: path.utf8.dropFirst(self.path.utf8.count + 1), as: UTF8.self)
    }

    package var metadata: String { "\(path)/metadata" }
    package var bundles: String { "\(path)/bundles" }
    package var sets: String { "\(path)/sets" }
    package var zips: String { "\(path)/zips" }
    package var downloads: String { "\(path)/downloads" }
    package var current: String { "\(path)/current" }
    package var lastPoll: String { "\(path)/last-poll.json" }
    package var choices: String { "\(path)/choices.json" }
    package var trials: String { "\(path)/trials.json" }
    package var vouched: String { "\(path)/vouched.json" }
    package var machineID: String { "\(path)/machine-id" }
    package var service: String { "\(path)/service.json" }
    package var history: String { "\(path)/history.jsonl" }
    package var lock: String { "\(path)/lock" }

    /// A year's folder of bundles.
    package func bundles(_ year: BundleYear) -> String { "\(bundles)/\(year)" }

    /// A bundle's folder.
    package func bundle(_ year: BundleYear, _ version: ContentVersion) -> String {
        "\(bundles)/\(year)/\(version.hex)"
    }

    /// The zip that a bundle came from.
    package func zip(_ version: ContentVersion) -> String { "\(zips)/\(version.hex).zip" }

    /// The bundle of a file in `zips/`; nil for every name that the agent does not write.
    package static func zipVersion(name: String) -> ContentVersion? {
        name.hasSuffix(".zip") ? ContentVersion(String(name.dropLast(4))) : nil
    }

    /// A set's folder.
    package func set(_ number: Int) -> String { "\(sets)/\(number)" }

    /// The text of the link `current`.
    package static func linkToSet(_ number: Int) -> String { "sets/\(number)" }

    /// The text of a year's link in a set.
    package static func linkToBundle(_ year: BundleYear, _ version: ContentVersion) -> String {
        "../../bundles/\(year)/\(version.hex)"
    }

    /// The set in a link's text; nil for every text that the agent does not write.
    package static func setNumber(link: String) -> Int? {
        let parts = link.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "sets" else { return nil }
        return setNumber(name: String(parts[1]))
    }

    /// The set of a folder's name, from 1.
    package static func setNumber(name: String) -> Int? {
        guard let number = Int(name), number > 0, "\(number)" == name else { return nil }
        return number
    }
}
