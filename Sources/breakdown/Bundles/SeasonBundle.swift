import BreakdownRenderer
import BundleFormat
import Files
import JSON

/// A season's description of matches or of insights, ready for use, and what it came from.
final class SeasonBundle {
    /// How the season's matches or insights look.
    let description: Description
    /// The season.
    let year: BundleYear
    private let source: BundleSource

    /// Which content this is and where it came from.
    ///
    /// Only some formats say so; it is found out when first asked for.
    private(set) lazy var provenance = source.provenance(of: year)

    private init(_ description: Description, year: BundleYear, source: BundleSource) {
        self.description = description
        self.year = year
        self.source = source
    }

    /// Reads a season from a source.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - subject: which of its descriptions.
    ///   - source: where to look.
    /// - Returns: the season, or nil where the source does not describe it.
    /// - Throws: ``SeasonBundleError`` where it has something that cannot be used.
    static func read(
        _ year: BundleYear, _ subject: Subject, from source: BundleSource
    ) throws(SeasonBundleError) -> SeasonBundle? {
        let file = subject == .match ? BundleFile.description : BundleFile.insights
        let path = "\(year)/\(file)"
        let place = source.name(of: path)
        guard let bytes = try bytes(path, of: year, source) else {
            try refuseSources(year, source)
            return nil
        }
        let json: JSON
        do {
            json = try JSON.parse(bytes, limits: BreakdownLimits.description)
        } catch {
            throw SeasonBundleError(subject: place, problem: "\(error)")
        }
        do {
            let description = try Description.decode(json, of: subject)
            return SeasonBundle(description, year: year, source: source)
        } catch {
            // What was published has been checked; here one mistake of a foreign file is enough.
            throw SeasonBundleError(
                subject: place,
                problem: error.findings.first.map { "\($0)" } ?? "expected a description")
        }
    }

    private static func bytes(
        _ path: String, of year: BundleYear, _ source: BundleSource
    ) throws(SeasonBundleError) -> [UInt8]? {
        do {
            return try source.read(path)
        } catch {
            throw SeasonBundleError(subject: "bundle \(year)", problem: "\(error)")
        }
    }

    /// Tells an author who names the folder of sources what is missing.
    private static func refuseSources(
        _ year: BundleYear, _ source: BundleSource
    ) throws(SeasonBundleError) {
        let file = "\(year)/match.yaml"
        guard case .folder(let folder) = source,
            (try? Files.kind("\(folder)/\(file)")) ?? nil != nil
        else { return }
        throw SeasonBundleError(
            subject: "\(folder)/\(file)", problem: "compile it with bundle-publish build --to DIR")
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
