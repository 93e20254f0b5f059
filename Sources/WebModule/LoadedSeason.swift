import BreakdownDocument
import BreakdownRenderer
import BundleFormat
import JSON

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
