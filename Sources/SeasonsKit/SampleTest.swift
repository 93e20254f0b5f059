import BreakdownDocument
import BreakdownRenderer
import BundleFormat
import BundleZip
import JSON
import SeasonClient

/// Draws a new bundle's samples once and compares them with its expected tables, as the agent's self-test does.
struct SampleTest {
    private let contents: BundleContents
    /// The descriptions that samples needed so far.
    private var descriptions: [Subject: Description] = [:]

    private init(_ contents: BundleContents) { self.contents = contents }

    /// What is wrong with a packed bundle, in a sentence; nil if every sample is as expected.
    static func problem(of bundle: StoredBundle, _ zip: [UInt8]) -> String? {
        do throws(BundleFormatError) {
            let contents = try Unpacker.contents(
                of: zip, expecting: bundle.version, year: bundle.year)
            var test = SampleTest(contents)
            return test.problem()
        } catch {
            return error.description
        }
    }

    private mutating func problem() -> String? {
        let samples = contents.manifest.files.map(\.path).filter {
            "\($0)".hasPrefix("\(BundleFile.samples)/") && "\($0)".hasSuffix(".json")
        }
        guard !samples.isEmpty else { return "expected samples, found none" }
        do throws(SeasonsError) {
            for sample in samples { try test(sample) }
            return nil
        } catch {
            return error.description
        }
    }

    private mutating func test(_ sample: BundlePath) throws(SeasonsError) {
        let rendered = try rendered(sample)
        if let problem = rendered.problems.first { throw SeasonsError("\(sample): \(problem)") }
        guard !rendered.isGeneric else {
            throw SeasonsError(
                "\(sample): expected the season's tables, found that they do not apply")
        }
        let name = "\("\(sample)".dropLast(".json".count)).txt"
        let expected = BundlePath(name).flatMap { contents.files[$0] }
        guard expected == Array(ExpectedFormatter().format(rendered).utf8) else {
            throw SeasonsError("\(name): expected this table, found that the app draws another")
        }
    }

    private mutating func rendered(_ sample: BundlePath) throws(SeasonsError) -> RenderedBreakdown {
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(contents.files[sample] ?? [], limits: .match)
        } catch {
            throw SeasonsError("\(sample): \(error)")
        }
        let description = try description(Subject(of: json))
        do throws(MatchError) {
            let source = try TableSource.decodeSample(json, of: contents.year.number)
            return Renderer().render(source, with: description)
        } catch {
            throw SeasonsError("\(sample): \(error)")
        }
    }

    private mutating func description(_ subject: Subject) throws(SeasonsError) -> Description {
        if let known = descriptions[subject] { return known }
        guard let file = BundlePath(subject.bundleFile).flatMap({ contents.files[$0] }) else {
            throw SeasonsError("\(subject.bundleFile): expected a description, found none")
        }
        let description = try Description.decode(file, of: subject)
        descriptions[subject] = description
        return description
    }
}
