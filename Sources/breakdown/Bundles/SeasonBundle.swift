import BreakdownRenderer
import BundleFormat
import Files

/// A season's compiled description of matches or of insights, with its origin.
final class SeasonBundle {
    let description: Description
    let year: BundleYear
    private let source: BundleSource

    /// The content and its origin.
    ///
    /// Only some output formats print it, so it is read at the first use.
    private(set) lazy var provenance = source.provenance(of: year)

    private init(_ description: Description, year: BundleYear, source: BundleSource) {
        self.description = description
        self.year = year
        self.source = source
    }

    static func read(
        _ year: BundleYear, _ subject: Subject, from source: BundleSource
    ) throws(SeasonBundleError) -> SeasonBundle? {
        let file = subject.bundleFile
        let path = "\(year)/\(file)"
        let place = source.name(of: path)
        guard let bytes = try bytes(path, of: year, source) else {
            try refuseSources(year, source)
            return nil
        }
        do {
            let description = try Description.read(bytes, of: subject)
            return SeasonBundle(description, year: year, source: source)
        } catch {
            throw SeasonBundleError(subject: place, problem: error.description)
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

    /// Tells an author who names the folder of sources that it must be compiled first.
    private static func refuseSources(
        _ year: BundleYear, _ source: BundleSource
    ) throws(SeasonBundleError) {
        let file = "\(year)/match.yaml"
        guard case .folder(let folder) = source,
            (try? Files.kind("\(folder)/\(file)")) ?? nil != nil
        else { return }
        throw SeasonBundleError(
            subject: "\(folder)/\(file)",
            problem: "compile it with bundle-publish build --output DIR")
    }
}

/// Why a season cannot be used.
struct SeasonBundleError: Error, Equatable, CustomStringConvertible {
    /// The file.
    let subject: String
    /// What was expected there and what was found.
    let problem: String

    var description: String { "\(subject): \(problem)" }
}
