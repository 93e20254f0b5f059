import BundleArchive
import BundleFormat
import Files
import Foundation

@testable import BundlePublisher
@testable import SeasonAuthoring

/// The contents that histories are made of: their versions, and their bundles for machines.
///
/// Compiled once, without any cache; histories name a content by a small number.
struct Catalogue: Sendable {
    /// A season's content by its small number.
    struct Name: Hashable, Sendable {
        var year: Int
        var content: Int
    }

    /// The number of what the thief offers.
    static let thiefsContent = 666

    private(set) var bundles: [Name: BundleContents] = [:]
    private(set) var zips: [ContentVersion: [UInt8]] = [:]
    private var paths: [ContentVersion: String] = [:]
    private var names: [ContentVersion: Name] = [:]

    /// Compiles every content of every season, and makes the thief's.
    init() throws {
        let folder = "\(Scratch.base)/catalogue"
        defer { try? Files.removeTree(folder) }
        for content in 1...HistoryMaker.contentsCount {
            var seasons = SeasonsFolder()
            for year in HistoryMaker.years {
                seasons.sources[year] = Source(content: content, table: content)
            }
            try seasons.write(to: folder, replacing: SeasonsFolder())
            for bundle in try ContentCheck(folder: folder).runStrictly().map(\.contents) {
                try add(bundle, content)
            }
        }
        for year in HistoryMaker.years + [Theft.year] {
            guard let season = BundleYear(year), let path = BundlePath(BundleFile.description)
            else { continue }
            let text = #"{"format":1,"tables":[],"title":"Stolen \#(year)"}"#
            try add(
                BundleContents(year: season, files: [path: Array(text.utf8)]), Self.thiefsContent)
        }
    }

    private mutating func add(_ bundle: BundleContents, _ content: Int) throws {
        let name = Name(year: bundle.year.number, content: content)
        let zip = try bundle.zipped()
        bundles[name] = bundle
        names[bundle.version] = name
        zips[bundle.version] = zip
        paths[bundle.version] = "targets/f1/\(name.year)/\(ContentHasher.hex(of: zip)).bundle.zip"
    }

    /// The version of a content.
    func version(_ year: Int, _ content: Int) -> ContentVersion? {
        bundles[Name(year: year, content: content)]?.version
    }

    /// The number of a version; nil where it is none of the world's.
    func content(_ version: ContentVersion) -> Int? { names[version]?.content }

    /// The season of a version.
    func year(_ version: ContentVersion) -> Int? { names[version]?.year }

    /// A version as a message names it.
    func name(_ version: ContentVersion?) -> String {
        guard let version else { return "nothing" }
        return content(version).map { "content \($0)" } ?? version.short
    }

    /// The path of a content's zip in a repository.
    func zipPath(_ version: ContentVersion) -> String { paths[version] ?? "targets/none" }

    /// Whether the whole zip of a content is in a repository.
    func hasZip(_ year: Int, _ version: ContentVersion, in site: String) -> Bool {
        guard let zip = zips[version] else { return false }
        return (try? Files.read("\(site)/\(zipPath(version))", lengthBytesMax: 1 << 20)) == zip
    }
}
