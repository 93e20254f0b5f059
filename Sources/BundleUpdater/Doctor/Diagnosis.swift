import UpdatePolicy

/// What one check of an installation found; the program has the words and the remedy for it.
package enum Diagnosis: Equatable, Sendable {
    case configuration(ConfigurationDiagnosis)
    case clock(ClockDiagnosis)
    case state(StateDiagnosis)
    case lastPoll(LastPollDiagnosis)
    case trust(TrustDiagnosis)
    case network(NetworkDiagnosis)
    case metrics(MetricsDiagnosis)
    case selfTest(SelfTestDiagnosis)
    case service(ServiceDiagnosis)

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

        /// Whether a person must do something.
        package var needsAction: Bool { self == .warning || self == .problem }
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
        case confinement
        case service
    }

    /// How much it matters.
    package var level: Level { subject.level }

    /// The check that found it.
    package var check: Check { subject.check }

    /// Whether a person must do something.
    package var needsAction: Bool { level.needsAction }

    private var subject: any SubjectDiagnosis {
        switch self {
        case .configuration(let subject): subject
        case .clock(let subject): subject
        case .state(let subject): subject
        case .lastPoll(let subject): subject
        case .trust(let subject): subject
        case .network(let subject): subject
        case .metrics(let subject): subject
        case .selfTest(let subject): subject
        case .service(let subject): subject
        }
    }
}

/// A diagnosis of one subject.
protocol SubjectDiagnosis {
    /// The check that found it.
    var check: Diagnosis.Check { get }
    /// How much it matters.
    var level: Diagnosis.Level { get }
}

extension [Diagnosis] {
    /// The exit status of `doctor`: failed if a person must do something.
    package var exitStatus: Int32 {
        contains(where: \.needsAction) ? ExitStatus.failed : ExitStatus.done
    }
}

/// Whether the configuration can be used.
package enum ConfigurationDiagnosis: SubjectDiagnosis, Equatable, Sendable {
    /// It is right; with the files that were read.
    case valid(files: [String])
    /// It has mistakes; the program's sentences about them.
    case mistaken(String)

    package var check: Diagnosis.Check { .configuration }

    package var level: Diagnosis.Level {
        switch self {
        case .valid: .ok
        case .mistaken: .problem
        }
    }
}
