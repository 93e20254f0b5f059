import BundleUpdater
import JSON

/// What `doctor` says about one diagnosis.
struct DiagnosisText: Equatable {
    /// What was found, and what to do about it; the remedy is nil if there is nothing to do.
    typealias Words = (finding: String, remedy: String?)

    let diagnosis: Diagnosis
    let finding: String
    let remedy: String?

    /// The words for a diagnosis.
    init(_ diagnosis: Diagnosis) {
        self.diagnosis = diagnosis
        (finding, remedy) = diagnosis.words
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
    fileprivate var words: DiagnosisText.Words {
        switch self {
        case .configuration(.valid(let file)): (file ?? "no file, as it may be", nil)
        case .configuration(.mistaken(let sentences)):
            (
                sentences,
                "do what stands there"
            )
        case .clock(let clock): clock.words
        case .state(let state): state.words
        case .lastPoll(let poll): poll.words
        case .trust(let trust): trust.words
        case .network(let network): network.words
        case .metrics(let metrics): metrics.words
        case .selfTest(let selfTest): selfTest.words
        case .service(let service): service.words
        }
    }
}
