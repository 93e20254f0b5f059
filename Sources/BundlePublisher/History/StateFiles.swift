import BundleFormat
import JSON
import TUF

/// The two files that say what one state offered, as they are served.
package struct StateFiles: Sendable {
    /// Of targets and snapshot; a publish gives both the same.
    let version: Int64
    private let snapshot: [UInt8]?
    private let targets: [UInt8]?

    init(_ version: Int64, in destination: any PublishDestination) throws(PublishError) {
        func file(_ name: String) throws(PublishError) -> [UInt8]? {
            try destination.fetcher.wholeFile(
                name, lengthBytesMax: TUFLimits.standard.targetsBytesMax, at: destination.name)
        }
        self.version = version
        snapshot = try file("\(version).snapshot.json")
        targets = try file("\(version).targets.json")
    }

    /// Why the files of a state could not be used.
    package struct Problem: Error, Equatable {
        let version: Int64
        /// False if only one file of the pair is there, as a killed publish leaves it.
        let isComplete: Bool
        package let message: String
    }

    /// The state, its end still open.
    func verified(by past: PastMetadata) -> Result<RepositoryHistory.Entry, Problem> {
        guard let snapshot, let targets else {
            return .failure(
                problem("expected its snapshot next to it, found none", isComplete: false))
        }
        do throws(RepositoryError) {
            let found = try past.targets(targets, listedBy: snapshot)
            guard found.version == version else {
                throw .version(role: "targets", expected: version, found: found.version)
            }
            return .success(
                RepositoryHistory.Entry(
                    since: UTCTime(unixSeconds: version), until: nil,
                    bundles: try Self.bundles(found.targets),
                    recalls: RecallList.read(found.targets), targets: found.targets,
                    isStillTrusted: found.isStillTrusted, rootsTrusting: found.rootsTrusting,
                    previous: Self.previous(found.targets)))
        } catch {
            return .failure(problem("\(error)"))
        }
    }

    private func problem(_ text: String, isComplete: Bool = true) -> Problem {
        Problem(
            version: version, isComplete: isComplete, message: "\(version).targets.json: \(text)")
    }

    private static func bundles(
        _ targets: [TargetFile]
    ) throws(RepositoryError) -> [BundleYear: PublishedBundle] {
        do throws(BundleFormatError) {
            return try PublishedBundle.read(targets)
        } catch {
            throw .malformed(file: error.subject, problem: error.problem)
        }
    }

    private static func previous(_ targets: [TargetFile]) -> Int64? {
        targets.record?.custom?[RepositoryHistory.previousKey]?.integerValue
    }
}
