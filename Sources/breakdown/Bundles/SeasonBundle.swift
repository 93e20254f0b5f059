import BreakdownRenderer
import BundleFormat
import Files
import JSON

/// A season's description, ready for use, and what it came from.
final class SeasonBundle {
    /// How the season's matches look.
    let description: Description
    /// The season.
    let year: BundleYear
    private let source: BundleSource
    private let manifestBytes: [UInt8]

    /// Which content this is and where it came from: the year, the content version, the origin's word.
    ///
    /// Only some formats say so; it is found out when first asked for.
    private(set) lazy var provenance = (
        year: year.number, version: SHA256.hex(of: manifestBytes), origin: origin().rawValue
    )

    private init(
        _ description: Description, year: BundleYear, source: BundleSource, manifestBytes: [UInt8]
    ) {
        self.description = description
        self.year = year
        self.source = source
        self.manifestBytes = manifestBytes
    }

    /// Reads a season from a source.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - source: where to look.
    /// - Returns: the season, or nil where the source does not have it.
    /// - Throws: ``SeasonBundleError`` where it has something that cannot be used.
    static func read(
        _ year: BundleYear, from source: BundleSource
    ) throws(SeasonBundleError) -> SeasonBundle? {
        let manifestPath = "\(year)/\(BundleFile.manifest)"
        guard let manifestBytes = try bytes(manifestPath, source) else {
            try refuseSources(year, source)
            return nil
        }
        let found: BundleYear
        do {
            found = try Manifest.decode(manifestBytes).year
        } catch {
            throw SeasonBundleError(
                subject: source.name(of: "\(year)/\(error.subject)"), problem: error.problem)
        }
        guard found == year else {
            throw SeasonBundleError(
                subject: source.name(of: manifestPath),
                problem: "expected the year \(year), found \(found)")
        }
        return SeasonBundle(
            try description(year, source), year: year, source: source, manifestBytes: manifestBytes)
    }

    /// An agent's index knows what it fetched and what it took from its own program.
    private func origin() -> BundleOrigin {
        switch source {
        case .folder: return .folder
        case .embedded: return .embedded
        case .agent:
            guard let bytes = try? source.read(SetIndex.fileName),
                let entry = try? SetIndex.decode(bytes).entries[year]
            else { return .downloaded }
            return entry.origin
        }
    }
}

// MARK: - Reading

extension SeasonBundle {
    private static func description(
        _ year: BundleYear, _ source: BundleSource
    ) throws(SeasonBundleError) -> Description {
        let path = "\(year)/\(BundleFile.description)"
        guard let bytes = try bytes(path, source) else {
            throw SeasonBundleError(
                subject: source.name(of: path), problem: "expected a description, found no file")
        }
        let json: JSON
        do {
            json = try JSON.parse(bytes)
        } catch {
            throw SeasonBundleError(subject: source.name(of: path), problem: "\(error)")
        }
        do {
            return try Description.decode(json)
        } catch {
            // What was published has been checked; here one mistake of a foreign file is enough.
            throw SeasonBundleError(
                subject: source.name(of: path),
                problem: error.findings.first.map { "\($0)" } ?? "expected a description")
        }
    }

    private static func bytes(
        _ path: String, _ source: BundleSource
    ) throws(SeasonBundleError) -> [UInt8]? {
        do {
            return try source.read(path)
        } catch {
            throw SeasonBundleError(subject: "bundle \(path.prefix(4))", problem: "\(error)")
        }
    }

    /// Tells an author who names the folder of sources what is missing.
    private static func refuseSources(
        _ year: BundleYear, _ source: BundleSource
    ) throws(SeasonBundleError) {
        guard case .folder(let folder) = source else { return }
        for (file, remedy) in [
            ("match.yaml", "compile it with bundle-publish build --to DIR"),
            (BundleFile.description, "expected \(BundleFile.manifest) beside it, found no file"),
        ] where (try? Files.kind("\(folder)/\(year)/\(file)")) ?? nil != nil {
            throw SeasonBundleError(subject: "\(folder)/\(year)/\(file)", problem: remedy)
        }
    }
}

/// Why a season that is there cannot be used.
struct SeasonBundleError: Error, Equatable, CustomStringConvertible {
    /// The file.
    let subject: String
    /// What was expected there and what came.
    let problem: String

    var description: String { "\(subject): \(problem)" }
}
