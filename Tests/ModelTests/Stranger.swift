import Files
import Foundation

/// Damage by a person who can write to the directory and has no key.
struct Stranger {
    /// What is damaged.
    enum Kind: String, CaseIterable, Sendable {
        /// The timestamp is no metadata, or gone.
        case noise, noTimestamp = "no-timestamp"
        /// The snapshot, the seasons' metadata, or the record's file is gone.
        case noSnapshot = "no-snapshot", noTargets = "no-targets", noRecord = "no-record"
        /// A file has the name of the next root.
        case falseRoot = "false-root"
        /// The newest root is gone, if it is not the first.
        case noRoot = "no-root"
        /// All zips are gone, or the first season's zips have other bytes.
        case noZips = "no-zips", otherZips = "other-zips"
    }

    let site: String
    /// The versions of the roots that lie there.
    let roots: Int

    /// Does it.
    func damage(_ kind: Kind) throws {
        switch kind {
        case .noise:
            try Files.replaceFileWithoutSync(
                at: "\(site)/metadata/timestamp.json", with: Array("{}".utf8))
        case .noTimestamp: try remove { $0 == "metadata/timestamp.json" }
        case .noSnapshot: try remove { $0.hasSuffix(".snapshot.json") }
        case .noTargets: try remove { $0.hasSuffix(".targets.json") }
        case .noRecord: try remove { $0.hasSuffix(".record.json") }
        case .falseRoot:
            try Files.replaceFileWithoutSync(
                at: "\(site)/metadata/\(roots + 1).root.json", with: Array("{}".utf8))
        case .noRoot where roots > 1: try remove { $0 == "metadata/\(roots).root.json" }
        case .noRoot: break
        case .noZips: try remove { $0.hasSuffix(".bundle.zip") }
        case .otherZips:
            for (path, bytes) in try Workshop.files(site)
            where path.hasSuffix(".bundle.zip") && path.contains("/\(HistoryMaker.years[0])/") {
                try Files.replaceFileWithoutSync(
                    at: "\(site)/\(path)", with: bytes.dropLast() + [0x2a])
            }
        }
    }

    private func remove(_ isGone: (String) -> Bool) throws {
        for path in try Workshop.files(site).keys where isGone(path) {
            try Files.remove("\(site)/\(path)")
        }
    }
}

extension Run {
    /// The roots of the main checkout that lie in the directory.
    var rootsThere: Int {
        get throws {
            let names = try Workshop.files("\(workshop.site)/metadata")
            return (1...64).prefix { names["\($0).root.json"].map(Self.version) == Int64($0) }.count
        }
    }

    /// Damages the directory.
    func damage(_ step: Step) throws {
        guard let kind = step.word(0).flatMap({ Stranger.Kind(rawValue: $0) }) else { return }
        try Stranger(site: workshop.site, roots: rootsThere).damage(kind)
        note("stranger: \(kind)")
    }

    /// Remembers the directory, if the history puts an older copy back.
    func rememberDirectory() throws {
        let isAsked = history.steps.contains { [.rewind, .restore, .restoreAll].contains($0.verb) }
        guard isAsked else { return }
        let files = try Workshop.files(workshop.site)
        if copies.last != files { copies.append(files) }
    }

    /// Puts back an older timestamp, older metadata, or all of an older directory.
    func putBack(_ step: Step) throws {
        guard let count = step.number(0), copies.count > count else { return }
        let older = copies[copies.count - 1 - count]
        let now = try Workshop.files(workshop.site)
        for path in now.keys where older[path] == nil {
            let isZip = path.hasSuffix(".bundle.zip")
            if step.verb == .restoreAll || step.verb == .restore && !isZip {
                try Files.remove("\(workshop.site)/\(path)")
            }
        }
        for (path, bytes) in older
        where now[path] != bytes && (step.verb != .rewind || path == "metadata/timestamp.json") {
            try Files.createDirectoriesAndSync(Paths.parent(of: "\(workshop.site)/\(path)"))
            try Files.replaceFileWithoutSync(at: "\(workshop.site)/\(path)", with: bytes)
        }
        note(step.text)
    }
}
