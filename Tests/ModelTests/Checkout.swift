import BundleFormat
import Files
import TUF

@testable import BundlePublisher

/// A commit of the authors' repository; histories number them.
struct Commit: Equatable, Sendable {
    var number: Int
    var time: Int64
    /// The seasons, and the text of `decisions.txt`.
    var folder: SeasonsFolder
    var lines: String

    /// 40 digits that only this commit has.
    var id: String {
        let digits = String(number, radix: 16)
        return String(repeating: "c", count: 40 - digits.count - 1) + "0" + digits
    }

    /// As it is signed.
    var signed: Signed.Commit { Signed.Commit(id: id, time: time) }
}

/// Where a publisher works: a home, a folder of seasons, and what the home has seen.
struct Checkout: Sendable {
    /// Holds `home` and `bundles`.
    let path: String
    var folder = SeasonsFolder()
    var head: Commit?
    /// The last commit that both checkouts had.
    var base: Commit?
    /// The newest state that this home has seen.
    var seen: Signed?
    /// The newest root that it knows.
    var root: [UInt8]
    /// The environment: a checkout without keys has the online key there.
    var variables: [String: String] = [:]

    var home: String { "\(path)/home" }
    var bundles: String { "\(path)/bundles" }
    private var linesPath: String { "\(home)/decisions.txt" }

    /// The text of `decisions.txt`; nothing where there is no file.
    var text: String {
        let bytes = try? Files.read(linesPath, lengthBytesMax: 1 << 20)
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    var lines: Lines { Lines(text: text) }

    /// Writes `decisions.txt`.
    func write(_ text: String) throws {
        try Files.replaceFileWithoutSync(at: linesPath, with: Array(text.utf8))
    }

    /// Changes the folder of seasons.
    mutating func change(_ edit: (inout SeasonsFolder) -> Void) throws {
        let before = folder
        edit(&folder)
        try Files.createDirectoriesAndSync(bundles)
        try folder.write(to: bundles, replacing: before)
    }

    /// The versions of the folder's contents.
    func given(_ catalogue: Catalogue) -> [Int: ContentVersion] {
        var given: [Int: ContentVersion] = [:]
        for (year, content) in folder.contents { given[year] = catalogue.version(year, content) }
        return given
    }

    /// The online key that commands use here; nil where there is none.
    var key: SigningKey? {
        try? OnlineKey.read(
            home: Home(path: home), option: nil, environment: variables[OnlineKey.environmentName])
    }

    /// What is live for this home: the newer one of what is there and what it has seen before; the same with its record.
    func live(in view: Reader.View) -> Signed? {
        let seen = seen.flatMap { $0.keyIDs == view.keyIDs ? $0 : nil }
        guard let there = view.signed else { return seen }
        guard let seen else { return there }
        let isLess = there.version == seen.version && there.record == nil
        return seen.version > there.version || isLess ? seen : there
    }
}
