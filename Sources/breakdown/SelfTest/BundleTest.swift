import BreakdownRenderer
import BundleFormat
import Files
import JSON

/// Renders a bundle's samples with this program and holds them against the bundle's expected tables.
struct BundleTest {
    /// The bundle's folder.
    let folder: String
    /// The descriptions that samples have needed so far.
    private var descriptions: [Subject: Description] = [:]

    /// Names the folder; nothing is read yet.
    ///
    /// - Parameter folder: the bundle's folder.
    init(folder: String) {
        self.folder = folder
    }

    /// Tests every sample and says what is wrong with each.
    ///
    /// - Returns: the exit status: ``Request/Status/done``, or `failed` where the folder cannot be read, or
    ///   `problems` where a sample is not as expected.
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
                    guard case .wrong(let sentence) = error else { throw error }
                    wrong += 1
                    if wrong <= BreakdownLimits.problemsToldMax { Messages.print(sentence) }
                }
            }
            guard wrong == 0 else {
                throw .wrong(
                    "\(wrong) of \(samples.count) samples of \(manifest.year) are not as expected")
            }
            var output = Output()
            let count = "\(samples.count) sample\(samples.count == 1 ? "" : "s")"
            try reading { () throws(FileError) in
                try output.print("\(manifest.year): \(count) as expected\n")
                try output.flush()
            }
            return Request.Status.done
        } catch {
            Messages.print(error.sentence)
            if case .unreadable = error { return Request.Status.failed }
            return Request.Status.problems
        }
    }

    private func manifest() throws(TestError) -> Manifest {
        let bytes = try read(BundleFile.manifest)
        do throws(BundleFormatError) {
            return try Manifest.decode(bytes)
        } catch {
            throw .unreadable("\(folder): \(error)")
        }
    }

    private mutating func test(_ sample: String, of manifest: Manifest) throws(TestError) {
        let json = try parse(sample)
        let rendered = try rendered(json, sample, of: manifest.year.number)
        if let problem = rendered.problems.first { throw .wrong("\(sample): \(problem)") }
        guard !rendered.isGeneric else {
            throw .wrong("\(sample): expected the season's tables, found that they do not apply")
        }
        let table = ExpectedFormatter().format(rendered)
        let name = "\(sample.dropLast(".json".count)).txt"
        let expected = try read(name)
        guard expected.elementsEqual(table.utf8) else {
            throw .wrong("\(name): \(Self.difference(expected, Array(table.utf8)))")
        }
    }

    private mutating func rendered(
        _ json: JSON, _ sample: String, of year: Int
    ) throws(TestError) -> RenderedBreakdown {
        let isMatch = !EventInsights.looksLike(json)
        let description = try description(isMatch ? .match : .insights)
        do throws(MatchError) {
            return isMatch
                ? Renderer().render(try Match.decode(json), with: description)
                : Renderer().render(try EventInsights.decode(json, year: year), with: description)
        } catch {
            throw .wrong("\(sample): \(error)")
        }
    }

    private mutating func description(_ subject: Subject) throws(TestError) -> Description {
        if let known = descriptions[subject] { return known }
        let file = subject == .match ? BundleFile.description : BundleFile.insights
        let json = try parse(file)
        do throws(DescriptionErrors) {
            let description = try Description.decode(json, of: subject)
            descriptions[subject] = description
            return description
        } catch {
            throw .wrong("\(file): \(error.findings.first.map { "\($0)" } ?? "no description")")
        }
    }

    private func parse(_ path: String) throws(TestError) -> JSON {
        let bytes = try read(path)
        do throws(JSONError) {
            return try JSON.parse(bytes)
        } catch {
            throw .wrong("\(path): \(error)")
        }
    }

    private func read(_ path: String) throws(TestError) -> [UInt8] {
        try reading { () throws(FileError) in
            try Files.read(
                "\(folder)/\(path)", lengthBytesMax: BreakdownLimits.bundleFileBytesMax)
        }
    }

    private func reading<Value>(_ body: () throws(FileError) -> Value) throws(TestError) -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            throw .unreadable("\(error)")
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

/// Why a bundle does not pass.
private enum TestError: Error {
    /// Something of it could not be read.
    case unreadable(String)
    /// Something of it is not as expected.
    case wrong(String)

    var sentence: String {
        switch self {
        case .unreadable(let sentence), .wrong(let sentence): sentence
        }
    }
}
