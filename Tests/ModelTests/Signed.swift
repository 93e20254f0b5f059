import BundleFormat
import JSON
import TUF

/// A signed state of a repository, as a TUF client finds it.
struct Signed: Equatable, Sendable {
    /// A season's entry.
    struct Entry: Equatable, Sendable {
        var content: ContentVersion
        var published: Int64
        var course: Course
    }

    /// The commit that the contents are from.
    struct Commit: Equatable, Sendable {
        var id: String
        var time: Int64
    }

    /// What only publishers read.
    struct Record: Equatable, Sendable {
        var lines: Set<Line> = []
        var given: [Int: ContentVersion] = [:]
        var commit: Commit?
        /// What was shown before, newest first.
        var offered: [Int: [ContentVersion]] = [:]
    }

    var version: Int64
    var expires: Int64
    /// The keys that may sign it.
    var keyIDs: Set<String>
    var entries: [Int: Entry] = [:]
    var recalled: [Int: Set<ContentVersion>] = [:]
    var withdrawn: Set<Int> = []
    /// Nil where there is none, or it cannot be read.
    var record: Record?
    /// Whether a part of it is not of the form that our publisher writes.
    var isMalformed = false

    /// Whether both say the same to machines and publishers.
    func saysTheSame(as other: Signed) -> Bool {
        entries == other.entries && recalled == other.recalled && withdrawn == other.withdrawn
            && record?.lines == other.record?.lines && record?.given == other.record?.given
            && record?.commit == other.record?.commit
    }
}

extension Signed {
    /// Reads the entries of the targets role.
    mutating func read(_ targets: [TargetFile]) {
        for target in targets {
            let custom = target.custom
            if target.path == RecallList.targetPath {
                for list in custom?["recalled"]?.objectValue?.members ?? [] {
                    guard let year = Int(list.key) else { continue }
                    recalled[year] = Set(
                        (list.value.arrayValue ?? []).compactMap {
                            $0.stringValue.flatMap { ContentVersion($0) }
                        })
                }
                withdrawn = Set(
                    (custom?["withdrawn"]?.arrayValue ?? []).compactMap {
                        $0.integerValue.map { Int($0) }
                    })
                continue
            }
            guard target.path.hasSuffix("/bundle.zip"), let year = custom?["year"]?.integerValue,
                let content = custom?["version"]?.stringValue.flatMap({ ContentVersion($0) }),
                let published = custom?["published"]?.stringValue.flatMap({ UTCTime($0) }),
                entries[Int(year)] == nil
            else {
                isMalformed = true
                continue
            }
            entries[Int(year)] = Entry(
                content: content, published: published.unixSeconds,
                course: Course(custom?["rollout"]))
        }
    }
}

extension Signed.Record {
    /// Reads the record's file; nil where it is none.
    init?(_ bytes: [UInt8]) {
        guard let json = try? JSON.parse(bytes), let given = json["given"]?.objectValue,
            let rows = json["lines"]?.arrayValue
        else { return nil }
        for entry in given.members {
            guard let year = Int(entry.key),
                let content = entry.value["version"]?.stringValue.flatMap({ ContentVersion($0) })
            else { return nil }
            self.given[year] = content
        }
        for row in rows {
            guard let line = row.stringValue.flatMap({ Line($0) }) else { return nil }
            lines.insert(line)
        }
        for list in json["offered"]?.objectValue?.members ?? [] {
            guard let year = Int(list.key) else { continue }
            offered[year] = (list.value.arrayValue ?? []).compactMap {
                $0["version"]?.stringValue.flatMap { ContentVersion($0) }
            }
        }
        guard let id = json["commit"]?["id"]?.stringValue else { return }
        let time = json["commit"]?["time"]
        commit = Signed.Commit(
            id: id,
            time: time?.integerValue
                ?? time?.stringValue.flatMap { UTCTime($0)?.unixSeconds } ?? 0)
    }
}
