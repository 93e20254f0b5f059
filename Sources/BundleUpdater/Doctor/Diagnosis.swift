import UpdatePolicy

/// What one check of an installation found, and what to do about it.
package struct Diagnosis: Equatable, Sendable {
    package let check: Check
    package let level: Level
    /// What was found, in a sentence.
    package let finding: String
    /// What to do about it; nil if there is nothing to do.
    package let remedy: String?

    /// How much a diagnosis matters.
    package enum Level: String, Sendable {
        /// All is well.
        case ok
        /// Nothing to do, but worth knowing.
        case note
        /// It works, but perhaps it soon stops, or it does not work for everybody.
        case warning
        /// It does not work.
        case problem
    }

    /// The checks; programs read these names, so they do not change.
    package enum Check: String, Sendable {
        case configuration
        case stateFolder = "state.folder"
        case stateOwner = "state.owner"
        case stateSpace = "state.space"
        case stateServed = "state.served"
        case stateReaders = "state.readers"
        case lastPoll = "last-poll"
        case clock
        case repository
        case root
        case metadata
        case network
        case proxy
        case certificates
        case metrics
        case selfTest = "self-test"
        case service
    }

    /// Whether a person must do something.
    package var needsAction: Bool { level == .warning || level == .problem }

    package static func ok(_ check: Check, _ finding: String) -> Diagnosis {
        Diagnosis(check: check, level: .ok, finding: finding, remedy: nil)
    }

    package static func note(_ check: Check, _ finding: String) -> Diagnosis {
        Diagnosis(check: check, level: .note, finding: finding, remedy: nil)
    }

    package static func warning(_ check: Check, _ finding: String, remedy: String) -> Diagnosis {
        Diagnosis(check: check, level: .warning, finding: finding, remedy: remedy)
    }

    package static func problem(_ check: Check, _ finding: String, remedy: String) -> Diagnosis {
        Diagnosis(check: check, level: .problem, finding: finding, remedy: remedy)
    }
}

extension [Diagnosis] {
    /// Whether a person must do something.
    package var needAction: Bool { contains(where: \.needsAction) }
}
