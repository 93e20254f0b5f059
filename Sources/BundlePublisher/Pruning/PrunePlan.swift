import BundleFormat
import SeasonAuthoring
import TUF

/// Plans which files of a repository are removed.
///
/// A state's metadata, and zips that only such states name, are removed some time after the state went out
/// of use. That time is the days that are kept, and the life of a timestamp: until then a mirror, a cache
/// or a machine may still have a timestamp that leads to the files. Roots always stay, because a machine
/// that was never online follows them from the first.
package struct PrunePlan: Equatable {
    /// What goes, in the order to remove it: metadata before the zips that it names.
    package var removed: [StoredFile] = []
    /// Files below `targets/` and `web/` whose names a publish would not write; they stay.
    package var leftAlone: [String] = []
    /// States out of use whose files still stay.
    package var waitingCount = 0
    /// The time when the next of them may go; nil if none waits.
    package var nextAt: UTCTime?

    package var removedBytes: Int { removed.reduce(0) { $0 + $1.lengthBytes } }

    /// Throws if a file lies there that this build does not understand.
    init(
        files: [StoredFile], viewerPage: [UInt8]?, states: [RepositoryHistory.Entry],
        shown: Set<String>, keepSeconds: Int64, timestampSeconds: Int64, now: UTCTime
    ) throws(PublishError) {
        let window = max(keepSeconds, timestampSeconds)
        let horizon = now.advanced(bySeconds: -window)
        var kept = shown
        var named: Set<String> = []
        var gone: Set<Int64> = []
        for state in states {
            if let until = state.until, until < horizon {
                gone.insert(state.since.unixSeconds)
                named.formUnion(state.paths)
            } else {
                kept.formUnion(state.paths)
                guard let until = state.until else { continue }
                waitingCount += 1
                let at = until.advanced(bySeconds: window)
                nextAt = min(nextAt ?? at, at)
            }
        }
        let known = Set(states.map(\.since.unixSeconds))
        var zips: [StoredFile] = []
        for file in files where !file.path.hasPrefix("\(Viewer.folder)/") {
            if file.path.hasPrefix("metadata/") {
                if try Self.isOver(file.path, gone: gone, known: known, horizon: horizon) {
                    removed.append(file)
                }
            } else if kept.contains(file.path) {
                continue
            } else if named.contains(file.path)
                || (Self.isOurs(file.path) && file.modifiedSecond < horizon.unixSeconds)
            {
                zips.append(file)
            } else if !Self.isOurs(file.path) {
                leftAlone.append(file.path)
            }
        }
        removed += zips
        addViewers(in: files, page: viewerPage, horizonSecond: horizon.unixSeconds)
    }

    /// Adds the files of earlier pages: those in folders of `web/` that `match.html` does not name any more.
    ///
    /// A cache may still have the earlier page, so its files wait as long as other old files. The time counts
    /// from when the files of the present page were written, because the earlier page was in use until then.
    private mutating func addViewers(in files: [StoredFile], page: [UInt8]?, horizonSecond: Int64) {
        var folders: [Substring: [StoredFile]] = [:]
        for file in files where file.path.hasPrefix("\(Viewer.folder)/") {
            if let folder = Viewer.folder(of: file.path) {
                folders[folder, default: []].append(file)
            } else {
                leftAlone.append(file.path)
            }
        }
        let text = String(decoding: page ?? [], as: UTF8.self)
        let present = folders.filter { text.contains("\($0.key)/") }
        guard let since = present.values.joined().map(\.modifiedSecond).max(), since < horizonSecond
        else { return }
        for (folder, files) in folders.sorted(by: { $0.key < $1.key })
        where present[folder] == nil && files.allSatisfy({ $0.modifiedSecond < horizonSecond }) {
            removed += files
        }
    }

    private static func isOver(
        _ path: String, gone: Set<Int64>, known: Set<Int64>, horizon: UTCTime
    ) throws(PublishError) -> Bool {
        if path == PublishFile.timestampPath
            || RepositoryHistory.version(of: "root", in: path) != nil
        {
            return false
        }
        let version =
            RepositoryHistory.version(of: "targets", in: path)
            ?? RepositoryHistory.version(of: "snapshot", in: path)
        guard let version else {
            throw PublishError(
                "\(path): expected root, timestamp, snapshot or targets metadata, found something else; "
                    + "nothing was removed",
                remedy: "move it away if no program needs it: only what is understood is pruned")
        }
        // A file of a pair that a killed publish has not completed was never live.
        return known.contains(version) ? gone.contains(version) : version < horizon.unixSeconds
    }

    /// True if a path is one that this build writes zips or records to.
    private static func isOurs(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts[0] == "targets", let name = parts.last,
            ContentVersion(String(name.prefix(64))) != nil
        else { return false }
        switch (parts.count, name.dropFirst(64)) {
        case (2, ".\(RecallList.targetPath)"): return true
        case (4, ".bundle.zip"):
            return BundleFormat.levels.contains { parts[1] == "f\($0)" }
                && BundleYear(parts[2]) != nil
        default: return false
        }
    }
}
