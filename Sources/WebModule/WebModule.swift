import BreakdownRenderer
import BundleFormat
import JSON

/// What a page's module does: it loads seasons and draws matches, from bytes to bytes.
///
/// `Exports.swift` gives it to WebAssembly; docs/WEB.md describes the calls.
package struct WebModule {
    private(set) var seasons: [LoadedSeason] = []

    /// Starts without seasons.
    package init() {}

    /// Loads a season in place of an earlier one of its year.
    ///
    /// - Parameters:
    ///   - data: the bytes of the files one after another.
    /// - Throws: ``Refusal``; then nothing has changed.
    package mutating func load(
        options: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>
    ) throws(Refusal) {
        let options = try LoadOptions.decode(options)
        let season = try LoadedSeason.read(options, data)
        seasons.removeAll { $0.year == season.year }
        let at = seasons.firstIndex { $0.year > season.year } ?? seasons.count
        seasons.insert(season, at: at)
    }

    /// Draws a season's samples and compares them with its expected tables; loads nothing.
    ///
    /// - Parameters:
    ///   - data: the bytes of all files, samples and expected tables included.
    /// - Throws: ``Refusal`` with the first reason why the season must not be used.
    package func test(
        options: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>
    ) throws(Refusal) {
        let options = try LoadOptions.decode(options)
        let files = try GivenFiles(options, data)
        _ = try BundleCheck.check(files, options)
        let read = { (path: String) throws(Refusal) -> [UInt8]? in files[path].map { Array($0) } }
        let verdict = try SampleTest.run(on: files.files.map { $0.path }, of: options.year, read)
        if let problem = verdict.problems.first { throw Refusal(.invalidDescription, problem) }
    }

    /// What is loaded: a JSON list, by year.
    package func list() -> [UInt8] {
        Array(JSON.array(seasons.map { $0.facts }).text().utf8)
    }
}

/// What happened to a call.
package enum Status: Int32 {
    case done = 0
    case refused = 1
}

/// A season whose descriptions are compiled.
struct LoadedSeason {
    /// The season.
    let year: BundleYear
    /// The content; nil if it came without a manifest.
    let version: ContentVersion?
    /// Where it came from.
    let origin: BundleOrigin
    /// The level of the description language that it needs; 1 without a manifest.
    let level: Int
    /// The description of matches.
    let match: Description?
    /// The description of an event's statistics.
    let insights: Description?

    /// What a formatter writes about it.
    var provenance: Provenance {
        Provenance(year: year.number, version: version?.hex, origin: origin.rawValue)
    }

    /// What a caller is told about it.
    var facts: JSON {
        [
            "year": .integer(Int64(year.number)),
            "version": version.map { .string($0.hex) } ?? nil,
            "origin": .string(origin.rawValue),
            "title": (match ?? insights).map { .string($0.title) } ?? nil,
            "level": .integer(Int64(level)),
            "insights": .bool(insights != nil),
        ]
    }

    /// Reads and checks a season's files.
    static func read(
        _ options: LoadOptions, _ data: UnsafeBufferPointer<UInt8>
    ) throws(Refusal) -> LoadedSeason {
        let files = try GivenFiles(options, data)
        let manifest = try BundleCheck.check(files, options)
        let match = try description(.match, files)
        let insights = try description(.insights, files)
        guard match != nil || insights != nil else {
            throw Refusal(
                .damagedBundle,
                "bundle \(options.year): expected \(BundleFile.description), found none")
        }
        return LoadedSeason(
            year: options.year, version: manifest?.version,
            origin: options.origin ?? (manifest == nil ? .folder : .downloaded),
            level: manifest?.manifest.format ?? 1, match: match, insights: insights)
    }

    private static func description(
        _ subject: Subject, _ files: GivenFiles
    ) throws(Refusal) -> Description? {
        let name = subject.bundleFile
        guard let bytes = files[name] else { return nil }
        do throws(DescriptionProblem) {
            return try Description.read(Array(bytes), of: subject)
        } catch {
            throw Refusal(.invalidDescription, "\(name): \(error.description)")
        }
    }
}
