extension SourceError: CustomStringConvertible {
    /// The page where an account's owner makes a key.
    public static let keyPage = "https://www.thebluealliance.com/account"

    /// What was expected and what was found, with the remedy.
    public var description: String {
        switch self {
        case .noKey:
            "The Blue Alliance needs a key: make one at \(Self.keyPage) (Read API Keys), then run"
                + " breakdown --login, or set $TBA_AUTH_KEY"
        case .keyRefused:
            "The Blue Alliance does not accept the key: make another one at \(Self.keyPage), then run"
                + " breakdown --login, or change $TBA_AUTH_KEY"
        case .keyUnusable(let source):
            "\(source): expected a key for The Blue Alliance, one word, found something else; run"
                + " breakdown --login"
        case .keyExposed(let path, let mode):
            "\(path): expected a key that only you can read, found mode \(mode); run chmod 600"
                + " on it, and if others may have read it, make another key at \(Self.keyPage)"
        case .keyFile(let problem): problem
        case .address(let problem): problem
        case .absent(let path): Self.absence(path)
        case .unavailable(.offline): "no answer is stored yet; run it once without --offline"
        case .unavailable(let trouble): "\(trouble), and no earlier answer is stored"
        case .tooLong(let limit):
            "The Blue Alliance sent more than \(limit >> 20) MB, which no event has"
        case .program(let problem): "match-fetch: \(problem)"
        }
    }

    private static func absence(_ path: String) -> String {
        switch Resource(path: path) {
        case .match(let key):
            "The Blue Alliance has no match \(key); breakdown \(key.event) lists the event's matches"
        case .event(let key), .matches(let key), .insights(let key):
            "The Blue Alliance has no event \(key); is the key right? https://www.thebluealliance.com/events"
        default: "The Blue Alliance has no \(path); is $TBA_API_URL right?"
        }
    }
}

extension SourceTrouble: CustomStringConvertible {
    /// What happened, without a remedy.
    public var description: String {
        switch self {
        case .unreachable(let problem): "The Blue Alliance cannot be reached: \(problem)"
        case .status(let status): "The Blue Alliance answered with status \(status)"
        case .wait(let seconds): "The Blue Alliance asks to wait \(seconds) seconds"
        case .strange(let problem):
            "the answer did not come from The Blue Alliance's API (\(problem)); you may have to"
                + " sign in to this network"
        case .offline: "the network was not asked"
        }
    }
}
