import BreakdownRenderer
import BundleFormat
import JSON

extension SampleTest {
    /// What the samples of a whole bundle showed.
    package struct Verdict: Sendable {
        package let samplesCount: Int
        /// A sentence for each description that cannot be read and for each sample that does not pass; empty if the
        /// bundle passes.
        package let problems: [String]
    }

    /// Draws each sample of a compiled bundle.
    ///
    /// - Parameters:
    ///   - paths: the files that its manifest lists.
    ///   - read: gives a file's bytes, or nil if there is no such file.
    package static func run<Failure: Error>(
        on paths: [BundlePath], of year: BundleYear,
        _ read: (String) throws(Failure) -> [UInt8]?
    ) throws(Failure) -> Verdict {
        let names = paths.compactMap { $0.sampleName }
        var problems = names.isEmpty ? ["expected samples, found none"] : []
        var descriptions: [Subject: Description] = [:]
        var unreadable: [Subject] = []
        for subject in [Subject.match, .insights] {
            guard let bytes = try read(subject.bundleFile) else { continue }
            do throws(DescriptionProblem) {
                descriptions[subject] = try Description.read(bytes, of: subject)
            } catch {
                unreadable.append(subject)
                problems.append("\(subject.bundleFile): \(error.description)")
            }
        }
        let test = SampleTest(year: year.number, descriptions: descriptions)
        for name in names {
            let file = "\(BundleFile.samples)/\(name)"
            guard let bytes = try read("\(file).json") else {
                problems.append("\(file).json: expected the sample, found no such file")
                continue
            }
            let json: JSON
            do throws(JSONError) {
                json = try JSON.parse(bytes, limits: .match)
            } catch {
                problems.append("\(file).json: \(error.description)")
                continue
            }
            guard let fault = test.run(json, expected: try read("\(file).txt")).fault else {
                continue
            }
            // The description's own problem is already in the list.
            if case .undescribed(let subject) = fault, unreadable.contains(subject) { continue }
            problems.append("\(file).\(fault.isOfTable ? "txt" : "json"): \(fault.description)")
        }
        return Verdict(samplesCount: names.count, problems: problems)
    }
}
