import BundleArchive
import BundleFormat
import Files
import JSON
import RepositoryTransport
import TUF

/// What a thief signs who has a copy of the online key and writes to the server.
struct Theft {
    /// What is signed.
    enum Kind: String, CaseIterable, Sendable {
        /// Another content for each season; the same without a record; as published in the year 9999; with the highest versions.
        case content, noRecord = "no-record", future, huge
        /// The content that was offered first, as news.
        case old
        /// A season more, or none at all.
        case season, nothing
        /// Our entries with waves that reach no machine for a year.
        case waves
        /// A line more: a recall of our contents, a rollback to his, a recall in a week.
        case recall, rollback, late
        /// Our lines and recalls are gone.
        case drop
        /// All recalls are listed without a line.
        case list
        /// A later commit.
        case commit
        /// Entries and a record that no program can read.
        case garbage
    }

    let key: SigningKey
    let site: String
    let now: Int64
    let catalogue: Catalogue

    /// A season that we do not have.
    static let year = 2030

    /// Signs something and puts it into the repository.
    func commit(_ kind: Kind, over live: Signed?, _ targets: [TargetFile]) throws {
        let theirs = targets.first { $0.path == RecallList.targetPath }
        var record = recordThere(theirs)?.objectValue ?? JSONObject()
        for name in ["given", "offered", "lines"] where record[name] == nil {
            record[name] = name == "lines" ? [] : [:]
        }
        var list = try RecallList(theirs?.custom)
        change(&record, &list, kind)
        var signed = try entries(kind, targets.filter { $0.path != RecallList.targetPath })
        switch kind {
        case .noRecord: break
        case .garbage: signed.append(try self.record("[]", list))
        default: signed.append(try self.record(JSON.object(record).text(), list))
        }
        let version =
            kind == .huge ? Int64.max - 2 : max(now, min(live?.version ?? 0, Int64.max - 3)) + 1
        let expires = UTCTime(unixSeconds: now).advanced(bySeconds: 9_000 * 86_400)
        let role = try SignedMetadata.targets(
            version: version, expires: expires, targets: signed, keys: [key])
        let snapshot = try SignedMetadata.snapshot(
            version: version, expires: expires, targets: role, keys: [key])
        let timestamp = try SignedMetadata.timestamp(
            version: version, expires: expires, snapshot: snapshot, keys: [key])
        let publication = Publication(targets: role, snapshot: snapshot, timestamp: timestamp)
        for file in publication.files { try write(file.bytes, "metadata/\(file.name)") }
    }

    private func recordThere(_ target: TargetFile?) -> JSON? {
        guard let sha256 = target?.sha256 else { return nil }
        let path = "\(site)/targets/\(sha256).record.json"
        return (try? Files.read(path, lengthBytesMax: 1 << 22)).flatMap { try? JSON.parse($0) }
    }

    /// Changes the record and the list of recalls.
    private func change(_ record: inout JSONObject, _ list: inout RecallList, _ kind: Kind) {
        var lines = kind == .drop ? [] : record["lines"]?.arrayValue ?? []
        if kind == .drop { list = RecallList() }
        for (at, year) in HistoryMaker.years.enumerated() {
            guard let season = BundleYear(year), let first = catalogue.version(year, 1),
                let his = catalogue.version(year, Catalogue.thiefsContent)
            else { continue }
            func add(_ deed: Decision.Deed, after seconds: Int64 = 0) {
                let decision = Decision(year: year, content: first, deed: deed)
                lines.append(.string(Line(now + seconds + Int64(at), decision).text))
            }
            switch kind {
            case .recall:
                add(.recall)
                list.recalled[season, default: []].insert(first)
            case .late: add(.recall, after: 7 * 86_400)
            case .rollback: add(.rollback(to: his))
            case .list:
                list.recalled[season] = Set(
                    (1...HistoryMaker.contentsCount).compactMap { catalogue.version(year, $0) })
            default: break
            }
        }
        record["lines"] = .array(lines)
        if kind == .commit {
            let time = "\(UTCTime(unixSeconds: now + 3_600))"
            record["commit"] = [
                "id": .string(String(repeating: "d", count: 40)), "isDirty": false,
                "time": .string(time),
            ]
        }
    }

    private func entries(_ kind: Kind, _ live: [TargetFile]) throws -> [TargetFile] {
        let years = live.compactMap { TargetName($0.path)?.year.number }
        let time = "\(UTCTime(unixSeconds: now))"
        switch kind {
        case .nothing: return []
        case .season: return live + [try offer(Self.year, Catalogue.thiefsContent, time)]
        case .content, .noRecord, .huge:
            return try years.map { try offer($0, Catalogue.thiefsContent, time) }
        case .future:
            return try years.map { try offer($0, Catalogue.thiefsContent, "9999-12-31T23:59:59Z") }
        case .old:
            return try years.filter { $0 != Self.year }.map { try offer($0, 1, time) }
        case .waves:
            let wave: JSON = ["afterSeconds": 31_000_000, "percent": 1]
            return live.map { target in
                var custom = target.custom?.objectValue ?? JSONObject()
                custom["rollout"] = ["waves": .array([wave])]
                return TargetFile(
                    path: target.path, lengthBytes: target.lengthBytes, hashes: target.hashes,
                    custom: .object(custom))
            }
        case .garbage:
            return live.map {
                TargetFile(
                    path: $0.path, lengthBytes: $0.lengthBytes, hashes: $0.hashes,
                    custom: ["format": 1, "year": "none"])
            }
        default: return live
        }
    }

    private func offer(_ year: Int, _ content: Int, _ published: String) throws -> TargetFile {
        guard let bundle = catalogue.bundles[.init(year: year, content: content)],
            let zip = catalogue.zips[bundle.version]
        else { throw Break(.noMix, "no content for \(year)") }
        try write(zip, catalogue.zipPath(bundle.version))
        return TargetFile(
            path: TargetName(year: bundle.year).path, lengthBytes: zip.count,
            hashes: ["sha256": ContentHasher.hex(of: zip)],
            custom: TargetCustom(year: bundle.year, version: bundle.version, published: published)
                .json)
    }

    private func record(_ text: String, _ list: RecallList) throws -> TargetFile {
        let bytes = Array(text.utf8)
        let sha256 = ContentHasher.hex(of: bytes)
        try write(bytes, "targets/\(sha256).record.json")
        return TargetFile(
            path: RecallList.targetPath, lengthBytes: bytes.count, hashes: ["sha256": sha256],
            custom: list.json)
    }

    private func write(_ bytes: [UInt8], _ path: String) throws {
        try Files.createDirectoriesAndSync(Paths.parent(of: "\(site)/\(path)"))
        try Files.replaceFileWithoutSync(at: "\(site)/\(path)", with: bytes)
    }
}

extension Run {
    /// The thief signs; he has the online key of the time when he came first.
    func steal(_ step: Step) throws {
        guard let kind = step.word(0).flatMap({ Theft.Kind(rawValue: $0) }), let key = main.key
        else { return }
        let theft = Theft(
            key: self.theft?.key ?? key, site: workshop.site, now: workshop.now,
            catalogue: catalogue)
        self.theft = theft
        let reader = Reader(site: workshop.site, root: firstRoot)
        try theft.commit(kind, over: reader.publisherView().signed, reader.targets())
        note(step.text)
    }
}
