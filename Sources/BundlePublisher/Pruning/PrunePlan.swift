import BundleFormat
import TUF

/// Plans which files of a repository are removed.
///
/// A state's metadata, and zips that only such states name, are removed some time after the state went out
/// of use. That time is the days that are kept, and the life of a timestamp: until then a mirror, a cache
/// or a machine may still have a timestamp that leads to the files. Roots always stay, because a machine
/// that was never online follows
/// them from the first.
package struct PrunePlan: Equatable {
    /// What goes, in the order to remove it: metadata before the zips that it names.
    package var removed: [StoredFile] = []
    /// Files below `targets/` and `web/` whose names a publish would not write; they stay.
    package var leftAlone: [String] = []
    /// States out of use whose files still stay.
    package var waitingCount = 0
    /// The time when the next of them may go; nil if none waits.
    package var nextAt: UTCTime?

    /// Bytes that become free.
    package var removedBytes: Int { removed.reduce(0) { $0 + $1.lengthBytes } }

    /// Makes the plan.
    ///
    /// - Parameters:
    ///   - files: every file below `metadata/`, `targets/` and `web/`.
    ///   - viewerPage: `match.html`, which names its files below `web/`; nil if there is none.
    ///   - place: the repository's name.
    ///   - states: the repository's states, oldest first, the live one last.
    ///   - keepSeconds: the least time that a state stays after it went out of use.
    ///   - timestampSeconds: a timestamp's life.
    ///   - now: the clock.
    /// - Throws: ``PublishError`` if a file lies there that this build does not understand.
    package init(
        files: [StoredFile], viewerPage: [UInt8]?, of place: String,
        states: [RepositoryHistory.Entry],
        keepSeconds: Int64,
        timestampSeconds: Int64, now: UTCTime
    ) throws(PublishError) {
        let window = max(keepSeconds, timestampSeconds)
        let horizon = now.advanced(bySeconds: -window)
        var kept: Set<String> = []
        var named: Set<String> = []
        var gone: Set<Int64> = []
        for state in states {
            let paths = Set(state.targets.compactMap(Self.path))
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
        // One stays: it tells that there were states before those that stay.
        let oldest = known.subtracting(gone).min() ?? 0
        let marker = files.compactMap { KeptTimestamp.version(of: $0.path) }
            .filter { $0 < oldest && Self.isOver($0, gone: gone, known: known, horizon: horizon) }
            .max()
        var zips: [StoredFile] = []
        for file in files where !file.path.hasPrefix("\(Viewer.folder)/") {
            if file.path.hasPrefix("metadata/") {
                if try Self.isOver(
                    file.path, of: place, gone: gone, known: known, horizon: horizon)
                {
                    removed.append(file)
                }
            } else if let version = KeptTimestamp.version(of: file.path) {
                if version != marker,
                    Self.isOver(version, gone: gone, known: known, horizon: horizon)
                {
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

    /// True if a metadata file may go.
    private static func isOver(
        _ path: String, of place: String, gone: Set<Int64>, known: Set<Int64>, horizon: UTCTime
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
            throw .place(place, .notMetadata(path: path))
        }
        return isOver(version, gone: gone, known: known, horizon: horizon)
    }

    /// True if the files of a state may go.
    private static func isOver(
        _ version: Int64, gone: Set<Int64>, known: Set<Int64>, horizon: UTCTime
    ) -> Bool {
        // A file of a pair that a killed publish has not completed was never live.
        known.contains(version) ? gone.contains(version) : version < horizon.unixSeconds
    }

    /// Where a target lies, with consistent snapshots; nil if it lists no SHA-256.
    private static func path(_ target: TargetFile) -> String? {
        guard let sha256 = target.sha256 else { return nil }
        let parts = target.path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().map { "\($0)/" }.joined()
        return "targets/\(folder)\(sha256).\(parts.last ?? "")"
    }

    /// True if a path is one that this build writes zips to.
    private static func isOurs(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "targets",
            BundleFormat.levels.contains(where: { parts[1] == "f\($0)" }),
            BundleYear(String(parts[2])) != nil, parts[3].hasSuffix(".bundle.zip")
        else { return false }
        return ContentVersion(String(parts[3].dropLast(".bundle.zip".count))) != nil
    }
}
