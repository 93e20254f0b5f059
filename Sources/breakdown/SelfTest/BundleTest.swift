import BreakdownDocument
import BreakdownRenderer
import BundleFormat
import Files
import JSON

/// Draws a bundle's samples with this program and compares them with the bundle's expected tables.
struct BundleTest {
    /// The bundle's folder.
    let folder: String
    /// The descriptions that samples needed so far.
    private var descriptions: [Subject: Description] = [:]

    /// Makes a test and reads nothing yet.
    init(folder: String) {
        self.folder = folder
    }

    /// Tests every sample and prints what is wrong with each.
    ///
    /// - Returns: the exit status: ``ExitStatus/done``; `failed` if there is no bundle;
    ///   `problems` if something is not as expected; or `untested`.
    mutating func perform() -> Int32 {
        do throws(TestError) {
            let manifest = try manifest()
            let samples = manifest.files.map { "\($0.path)" }.filter {
                $0.hasPrefix("\(BundleFile.samples)/") && $0.hasSuffix(".json")
            }
            guard !samples.isEmpty else { throw .wrong("\(folder): expected samples, found none") }
            var wrong = 0
            for sample in samples {
                do throws(TestError) {
                    try test(sample, of: manifest)
                } catch {
                    guard error.isOfBundle else { throw error }
                    wrong += 1
                    if wrong <= BreakdownLimits.problemsToldMax { Messages.print(error.sentence) }
                }
            }
            guard wrong == 0 else {
                throw .wrong(
                    "\(wrong) of \(samples.count) samples of \(manifest.year) are not as expected")
            }
            var output = Output()
            let count = "\(samples.count) sample\(samples.count == 1 ? "" : "s")"
            do throws(FileError) {
                try output.print("\(manifest.year): \(count) as expected\n")
                try output.flush()
            } catch {
                throw .untested(error)
            }
            return ExitStatus.done
        } catch {
            Messages.print(error.sentence)
            return error.status
        }
    }

    private func manifest() throws(TestError) -> Manifest {
        let bytes = try read(BundleFile.manifest) { .absent($0) }
        do throws(BundleFormatError) {
            return try Manifest.decode(bytes)
        } catch {
            if let level = Manifest.levelBeyondThisBuild(bytes) { throw .beyond(level, folder) }
            throw .wrong("\(folder): \(error)")
        }
    }

    private mutating func test(_ sample: String, of manifest: Manifest) throws(TestError) {
        let bytes = try read(sample)
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(bytes, limits: .match)
        } catch {
            throw .wrong("\(sample): \(error)")
        }
        let rendered = try rendered(json, sample, of: manifest.year.number)
        if let problem = rendered.problems.first { throw .wrong("\(sample): \(problem)") }
        guard !rendered.isGeneric else {
            throw .wrong("\(sample): expected the season's tables, found that they do not apply")
        }
        let table = ExpectedFormatter().format(rendered)
        let name = "\(sample.dropLast(".json".count)).txt"
        let expected = try read(name)
        let found = Array(table.utf8)
        guard expected == found else {
            throw .wrong("\(name): \(Self.difference(expected, found))")
        }
    }

    private mutating func rendered(
        _ json: JSON, _ sample: String, of year: Int
    ) throws(TestError) -> RenderedBreakdown {
        let description = try description(Subject(of: json))
        do throws(MatchError) {
            let source = try TableSource.decodeSample(json, of: year)
            return Renderer().render(source, with: description)
        } catch {
            throw .wrong("\(sample): \(error)")
        }
    }

    private mutating func description(_ subject: Subject) throws(TestError) -> Description {
        if let known = descriptions[subject] { return known }
        let file = subject.bundleFile
        let bytes = try read(file)
        do throws(DescriptionProblem) {
            let description = try Description.read(bytes, of: subject)
            descriptions[subject] = description
            return description
        } catch {
            throw .wrong("\(file): \(error.description)")
        }
    }

    /// Reads one of the bundle's files.
    ///
    /// If the file is missing, or no bundle may have it, that is the bundle's fault unless `absent`
    /// says otherwise.
    private func read(
        _ path: String, absent: (FileError) -> TestError = { .wrong("\($0)") }
    ) throws(TestError) -> [UInt8] {
        do throws(FileError) {
            return try Files.read(
                "\(folder)/\(path)", lengthBytesMax: BreakdownLimits.bundleFileBytesMax)
        } catch {
            if error.isNotFound { throw absent(error) }
            throw error.isTooLong ? .wrong("\(error)") : .untested(error)
        }
    }

    /// The first line that differs.
    private static func difference(_ expected: [UInt8], _ found: [UInt8]) -> String {
        func lines(_ bytes: [UInt8]) -> [String] {
            bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
        }
        let (left, right) = (lines(expected), lines(found))
        let at = zip(left, right).prefix { $0 == $1 }.count
        return "line \(at + 1): expected \"\(at < left.count ? left[at] : "")\", "
            + "found \"\(at < right.count ? right[at] : "")\""
    }
}

/// Why a bundle does not pass, and who is at fault.
private struct TestError: Error {
    let status: Int32
    let sentence: String

    /// There is no bundle to test.
    static func absent(_ error: FileError) -> TestError {
        TestError(status: ExitStatus.failed, sentence: "\(error)")
    }

    /// A part of it is not as expected.
    static func wrong(_ sentence: String) -> TestError {
        TestError(status: ExitStatus.problems, sentence: sentence)
    }

    /// It needs a newer program; that says nothing about the bundle.
    static func beyond(_ level: Int, _ folder: String) -> TestError {
        TestError(
            status: ExitStatus.untested,
            sentence: "\(folder): needs level \(level) of the description language; this "
                + "breakdown reads \(BundleFormat.levels.lowerBound) to \(BundleFormat.newest): "
                + "install a newer one")
    }

    /// The machine could not run the test: input and output, rights, descriptors.
    static func untested(_ error: FileError) -> TestError {
        TestError(status: ExitStatus.untested, sentence: "\(error)")
    }

    var isOfBundle: Bool { status == ExitStatus.problems }
}
