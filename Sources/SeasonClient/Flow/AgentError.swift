import TUF

/// Why a poll, or one year of it, could not continue; the cases say what happens next.
package enum AgentError: Error, Equatable, Sendable {
    /// Metadata or a zip could not be fetched, or is refused.
    case update(UpdateError)
    /// A bundle differs from its manifest; the sentence says how.
    case content(String)
    /// The state folder or the disk does not allow it; the sentence says why.
    case state(String)
    /// A bundle did not pass the self-test; the sentence says how.
    case selfTest(String)
    /// The self-test gave no result; the sentence says why, and nothing about the bundle.
    case untested(String)
    /// The self-test was killed or crashed, which says nothing about the bundle; it is tried again after growing pauses.
    case selfTestCutOff(String)
    /// The repository's recall list is malformed; the recalls that were known before stay.
    case recallList(String)
    /// The given path is not a copy of a repository; the sentence says why.
    case copy(path: String, problem: String)

    package var family: Trouble {
        switch self {
        case .update(.transfer(.cancelled)): .cancelled
        case .update(.transfer(.sink)), .update(.store): .state
        case .update(.repository(.rollback(role: TopLevelRole.timestamp.rawValue, _, _))): .older
        case .update(.transfer(.tooLong)), .update(.repository): .refused
        case .update(.transfer), .copy: .unreachable
        case .content, .selfTest, .recallList: .refused
        case .state, .untested, .selfTestCutOff: .state
        }
    }

    /// Whether a bundle, or the test of it, failed, and not this machine's state folder or disk.
    package var isOfBundle: Bool {
        switch self {
        case .update(.store), .state: false
        case .update, .content, .selfTest, .untested, .selfTestCutOff, .recallList, .copy: true
        }
    }

    package var retryAfterSeconds: Int? {
        guard case .update(.transfer(.retryAfter(let seconds, _))) = self else { return nil }
        return seconds
    }

    /// What `trials.json` remembers of the bundle, and why; nil if the error says nothing about the bundle.
    var trial: (kind: Trial.Kind, reason: String)? {
        switch self {
        case .selfTest: (.selfTest, description)
        case .selfTestCutOff(let sentence): (.interruption, sentence)
        case .content(let sentence): (.content, sentence)
        default: nil
        }
    }
}

extension AgentError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .update(.repository(let error)) where error.isOfPackagedRoot:
            "\(error.description); this machine's own root metadata is damaged: get root.json again from"
                + " the person who publishes, and name it with --root"
        case .update(let error): error.description
        case .content(let sentence), .state(let sentence), .untested(let sentence): sentence
        case .recallList(let sentence): "\(sentence); the recalls known before stay"
        case .copy(let path, let problem): "\(path): \(problem)"
        case .selfTest(let sentence): "self-test: \(sentence)"
        case .selfTestCutOff(let sentence):
            "self-test undecided: \(sentence); the next polls try again, after growing pauses"
        }
    }

    /// It depends on whether this machine has verified the repository before; nil if the error's own sentence has it.
    package func remedy(isKnown: Bool) -> String? {
        guard case .update(let error) = self else { return nil }
        return switch error {
        case .repository(let error) where error.isOfPackagedRoot: nil
        case .repository(.signatures) where isKnown:
            "this machine has verified the repository before: tell its publisher, and keep the root metadata"
        case .repository(.rollback):
            "a mirror or a cache is behind: wait, or name another mirror; if it lasts, tell the publisher"
        case .repository(.signatures):
            "this root metadata is of another repository: get root.json from the person who publishes this"
                + " one, or correct the address"
        case .repository(.expired):
            "set the clock if it is wrong; else the publisher must sign again"
        case .repository: "the repository is damaged: tell its publisher"
        case .transfer(let error): error.remedy
        case .store: nil
        }
    }
}

extension FetchError {
    /// What a person can do about a failed transfer; nil if there is nothing.
    var remedy: String? {
        switch self {
        case .absent: "the address has to be the folder that metadata/ and targets/ are in"
        case .webPage: "sign in to this network, or use another"
        case .tooLong: "the repository is damaged: tell its publisher"
        case .unreachable(_, .name): Self.nameRemedy
        case .unreachable(_, .connection): Self.connectionRemedy
        case .unreachable(_, .certificate):
            "check the clock; if this network intercepts TLS, use another one, or name its authority"
                + " with 'ca-file'"
        case .unreachable(_, .encryption):
            "begin the address with http:// if the server is a plain one; else tell the person who runs it"
        case .unreachable(_, .login): "name a login with 'credentials-file'"
        case .unreachable(_, .proxy): "check the proxy's address and login"
        case .unreachable(_, .other): "check network and server; the agent tries again by itself"
        case .retryAfter: "nothing; the agent waits, and asks again by itself"
        case .sink, .cancelled: nil
        }
    }

    package static let nameRemedy =
        "check the address's spelling, and the name servers in /etc/resolv.conf"

    package static let connectionRemedy =
        "check network, firewall and server; if only a proxy leads out, set 'proxy'"
}
