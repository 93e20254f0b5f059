import BundleUpdater
import JSON
import UpdatePolicy

/// What `doctor` says about one diagnosis.
struct DiagnosisText: Equatable {
    /// What was found, and what to do about it; the remedy is nil if there is nothing to do.
    typealias Words = (finding: String, remedy: String?)

    let diagnosis: Diagnosis
    let finding: String
    let remedy: String?

    /// The words for a diagnosis.
    ///
    /// - Parameters:
    ///   - diagnosis: the diagnosis.
    ///   - isPolled: whether a repository is configured: without one `poll` refuses to run.
    init(_ diagnosis: Diagnosis, isPolled: Bool = true) {
        self.diagnosis = diagnosis
        (finding, remedy) = diagnosis.words(
            poll: isPolled ? "bundle-agent poll" : "bundle-agent run")
    }

    /// The words for all diagnoses of one machine.
    ///
    /// - Parameter diagnoses: what `doctor` has found.
    /// - Returns: their words, in the same order.
    static func all(_ diagnoses: [Diagnosis]) -> [DiagnosisText] {
        let isPolled = !diagnoses.contains(.trust(.noRepository))
        return diagnoses.map { DiagnosisText($0, isPolled: isPolled) }
    }

    /// The lines for people.
    var lines: [String] {
        [
            "\(diagnosis.level.rawValue.padded(to: 8)) \(diagnosis.check.rawValue.padded(to: 16))"
                + " \(finding)"
        ] + (remedy.map { ["\("".padded(to: 26))remedy: \($0)"] } ?? [])
    }

    /// The object in `doctor --json`.
    var json: JSON {
        [
            "check": .string(diagnosis.check.rawValue),
            "level": .string(diagnosis.level.rawValue), "finding": .string(finding),
            "remedy": .text(remedy),
        ]
    }
}

extension Diagnosis {
    fileprivate func words(poll: String) -> DiagnosisText.Words {
        switch self {
        case .configuration(.valid(let files)):
            (files.isEmpty ? "no file, as it may be" : files.joined(separator: ", "), nil)
        case .configuration(.mistaken(let sentences)):
            (
                sentences,
                "do what stands there"
            )
        case .clock(let clock): clock.words(poll: poll)
        case .state(let state): state.words(poll: poll)
        case .lastPoll(let last): last.words
        case .trust(let trust): trust.words
        case .network(let network): network.words
        case .metrics(let metrics): metrics.words
        case .selfTest(let selfTest): selfTest.words
        case .service(let service): service.words
        }
    }
}
