import Glibc
import MatchKeys
import WebTransport

extension MatchSource {
    /// The API's public address.
    public static let publicAddress = "https://www.thebluealliance.com/api/v3"
    /// The variable that names another address: a mirror, a proxy, a server for tests.
    public static let addressVariable = "TBA_API_URL"

    /// The source that a user's environment describes; it asks for nothing yet.
    ///
    /// - Throws: ``SourceError/address(_:)`` if `$TBA_API_URL` is no address.
    public convenience init(
        userAgent: String, clock: SourceClock = .system,
        variable: @escaping (String) -> String?
    ) throws(SourceError) {
        let named = variable(Self.addressVariable).flatMap { $0.isEmpty ? nil : $0 }
        let server: WebAddress
        do throws(AddressError) {
            server = try WebAddress(
                named ?? Self.publicAddress, subject: "$\(Self.addressVariable)")
        } catch {
            let variable = "$\(Self.addressVariable)"
            let sentence = error.description
            throw .address(sentence.hasPrefix(variable) ? sentence : "\(variable): \(sentence)")
        }
        let client = WebClient(
            server, options: WebOptions(userAgent: userAgent, proxy: .environmentWithUpperCase))
        let folder = UserFolder.cache.path(variable)
        self.init(
            address: server.description, cache: folder.map { AnswerCache(folder: "\($0)/answers") },
            paceFile: folder.map { PaceFile(path: "\($0)/requests") }, clock: clock,
            isOwnServer: server.description != Self.publicAddress,
            key: { () throws(SourceError) in try APIKey.find(variable) },
            ask: { (path, headers, timeLimit) throws(WebError) in
                try client.get(
                    path, headers: headers, lengthBytesMax: AnswerLimits.answerBytesMax,
                    timeLimit: timeLimit)
            })
    }
}

/// A folder of this program among a user's own (XDG Base Directory Specification).
enum UserFolder {
    case configuration
    case cache

    /// The folder; nil if the environment names none.
    ///
    /// - Returns: an absolute path.
    func path(_ variable: (String) -> String?) -> String? {
        let (name, fallback) =
            switch self {
            case .configuration: ("XDG_CONFIG_HOME", ".config")
            case .cache: ("XDG_CACHE_HOME", ".cache")
            }
        // The specification: a relative path is invalid and counts as absent.
        if let folder = variable(name), folder.hasPrefix("/") { return "\(folder)/match-bundles" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/\(fallback)/match-bundles"
    }
}

/// Time and chance as parameters, so that tests need neither.
public struct SourceClock: Sendable {
    /// Seconds since 1970, for the age of answers.
    public var unixSecond: @Sendable () -> Int64
    /// A clock that only goes forward, for waits.
    public var uptime: @Sendable () -> Duration
    /// A number from 0 to 1.
    public var dice: @Sendable () -> Double
    /// Waits.
    public var sleep: @Sendable (Duration) -> Void

    /// Collects them.
    ///
    /// - Parameters:
    ///   - dice: a number from 0 to 1.
    public init(
        unixSecond: @escaping @Sendable () -> Int64, uptime: @escaping @Sendable () -> Duration,
        dice: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Duration) -> Void
    ) {
        self.unixSecond = unixSecond
        self.uptime = uptime
        self.dice = dice
        self.sleep = sleep
    }

    /// The system's clocks and dice.
    public static let system = SourceClock(
        unixSecond: { Int64(time(nil)) },
        uptime: {
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
        },
        dice: { Double.random(in: 0...1) },
        sleep: { duration in
            let (seconds, attoseconds) = duration.components
            let wanted = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            var (wait, left) = (wanted, timespec())
            while nanosleep(&wait, &left) != 0, errno == EINTR { wait = left }
        })
}
