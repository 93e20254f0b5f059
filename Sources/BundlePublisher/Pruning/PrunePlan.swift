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
            let paths = Set(state.targets.map(\.publishedPath))
            if let until = state.until, until < horizon {
                gone.insert(state.since.unixSeconds)
                named.formUnion(paths)
            } else {
                kept.formUnion(paths)
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
        let viewers = OldViewerFiles(
            in: files, page: viewerPage, horizonSecond: horizon.unixSeconds)
        removed += zips + viewers.removed
        leftAlone += viewers.leftAlone
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
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, parts[0] == "targets", parts[1].hasSuffix(".\(RecallList.targetPath)")
        {
            return ContentVersion(String(parts[1].dropLast(RecallList.targetPath.count + 1))) != nil
        }
        guard parts.count == 4, parts[0] == "targets",
            BundleFormat.levels.contains(where: { parts[1] == "f\($0)" }),
            BundleYear(String(parts[2])) != nil, parts[3].hasSuffix(".bundle.zip")
        else { return false }
        return ContentVersion(String(parts[3].dropLast(".bundle.zip".count))) != nil
    }
}
