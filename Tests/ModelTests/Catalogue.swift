import BundleArchive
import BundleFormat
import Files
import Foundation

@testable import BundlePublisher
@testable import SeasonAuthoring

/// The contents that histories are made of: their versions, and their bundles for machines.
///
/// Compiled once, without any cache; a version is only a content's name here.
struct Catalogue: Sendable {
    /// A season's content by its small number.
    struct Name: Hashable, Sendable {
        var year: Int
        var content: Int
    }

    /// What the thief puts in the place of a season.
    static let thiefsContent = 666

    private(set) var bundles: [Name: BundleContents] = [:]
    private(set) var numbers: [ContentVersion: Name] = [:]

    /// Compiles every content of every season, and makes the thief's.
    ///
    /// - Throws: where one does not compile.
    init() throws {
        let folder = "\(Scratch.base)/catalogue"
        defer { try? Files.removeTree(folder) }
        for content in 1...HistoryMaker.contentsCount {
            var seasons = Folder()
            for year in HistoryMaker.years { seasons.edit(year, content, alone: true) }
            try seasons.write(to: folder, replacing: Folder())
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
        bundles[name] = bundle
        numbers[bundle.version] = name
    }

    /// The version of a content.
    func version(_ year: Int, _ content: Int) -> ContentVersion? {
        bundles[Name(year: year, content: content)]?.version
    }

    /// The number of a version; nil where it is none of the world's.
    func content(_ version: ContentVersion) -> Int? { numbers[version]?.content }
}
