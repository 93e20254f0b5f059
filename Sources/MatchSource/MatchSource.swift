import MatchKeys
import WebTransport

/// Asks the API politely and keeps the answers; one request at a time.
///
/// It sends a request only if the stored answer is no longer fresh, and then asks whether it has changed.
/// It repeats an attempt if a later one may succeed. If the network or the server fails, it shows a stored
/// answer. It never shows one if the server says that the key is wrong or that the resource does not exist; after
/// it has said the former, not before it has accepted a key again.
public final class MatchSource {
    /// Sends one request: path, header lines, time limit.
    typealias Ask = (String, [String], Duration) throws(WebError) -> WebAnswer

    private let address: String
    private let findKey: () throws(SourceError) -> APIKey?
    private let cache: AnswerCache?
    private let clock: SourceClock
    private let isOwnServer: Bool
    private let ask: Ask
    private let paceFile: PaceFile?
    private var pace = RequestPace()
    private var foundKey: APIKey?

    /// An answer with its age.
    public struct Answer: Equatable, Sendable {
        /// The body: JSON; null if the API knows the resource and has nothing for it.
        public let body: [UInt8]
        /// How old it is, and why it is not newer.
        public let facts: AnswerFacts
    }

    /// Collects the parts.
    init(
        address: String, cache: AnswerCache?, paceFile: PaceFile? = nil, clock: SourceClock,
        isOwnServer: Bool, key: @escaping () throws(SourceError) -> APIKey?, ask: @escaping Ask
    ) {
        self.address = address
        self.cache = cache
        self.paceFile = paceFile
        self.clock = clock
        self.isOwnServer = isOwnServer
        findKey = key
        self.ask = ask
    }

    /// Gets one resource.
    public func get(
        _ resource: Resource, _ freshness: CachePolicy = .usual
    ) throws(SourceError) -> Answer {
        let path = resource.path
        let isRefused = cache?.isRefused(by: address) ?? false
        let stored = isRefused ? nil : cache?.read("\(address)/\(path)", path: path)
        if freshness == .offline {
            guard let stored else { throw .unavailable(.offline) }
            return answer(stored, .offline)
        }
        if freshness == .usual, let stored, stored.freshSeconds(at: clock.unixSecond()) > 0 {
            return answer(stored, nil)
        }
        return try fetch(resource, stored)
    }

    /// Asks whether the API accepts a key; requests its smallest resource.
    ///
    /// - Throws: ``SourceError/keyRefused``, or why the key could not be tried.
    public func tryKey(_ key: APIKey) throws(SourceError) {
        foundKey = key
        switch try attempts(.status, stored: nil, key: key) {
        case (.fresh, _), (.unchanged, _): cache?.accept(by: address)
        // This key is only tried; it is not the one that brought the stored answers.
        case (.keyRefused, _): throw .keyRefused
        case (.absent, _): throw .absent(path: Resource.status.path)
        case (.trouble(let trouble, _, _), _): throw .unavailable(trouble)
        }
    }

    private func fetch(_ resource: Resource, _ stored: StoredAnswer?) throws(SourceError) -> Answer
    {
        let path = resource.path
        let key = try key()
        let (result, body) = try attempts(resource, stored: stored, key: key)
        switch result {
        case .fresh(let entityTag, let seconds):
            cache?.accept(by: address)
            let new = StoredAnswer(
                address: "\(address)/\(path)", entityTag: entityTag,
                freshSeconds: freshSeconds(resource, seconds), body: body,
                confirmedSecond: clock.unixSecond())
            cache?.store(new, path: path)
            return answer(new, nil)
        case .unchanged(let seconds):
            guard var stored else { throw .unavailable(.strange("it sent no answer")) }
            stored.confirmedSecond = clock.unixSecond()
            if let seconds { stored.freshSeconds = freshSeconds(resource, seconds) }
            cache?.accept(by: address)
            cache?.confirm(stored, path: path)
            return answer(stored, nil)
        case .keyRefused:
            cache?.refuse(by: address)
            throw .keyRefused
        case .absent:
            // A resource that has disappeared must not come back if the network fails later.
            cache?.remove("\(address)/\(path)", path: path)
            throw .absent(path: path)
        case .trouble(let trouble, _, _):
            guard let stored else { throw .unavailable(trouble) }
            return answer(stored, trouble)
        }
    }

    /// Asks until there is an answer, or no further attempt is worth its wait.
    private func attempts(
        _ resource: Resource, stored: StoredAnswer?, key: APIKey
    ) throws(SourceError) -> (AttemptResult, body: [UInt8]) {
        var headers = [key.header, "Accept: application/json"]
        if let tag = stored?.entityTag { headers.append("If-None-Match: \(tag)") }
        let plan = RetryPlan(hasStored: stored != nil)
        let start = clock.uptime()
        var attempts = 0
        while true {
            let begun = waitForTurn()
            let left = Self.timeMax - (clock.uptime() - start)
            let result: AttemptResult
            var body: [UInt8] = []
            do throws(WebError) {
                let answer = try ask(
                    resource.path, headers, min(Self.attemptTimeMax, max(.seconds(1), left)))
                result = AttemptResult(
                    status: answer.status, body: answer.body,
                    target: ShownAddress.text(answer.redirects.last ?? ""), of: resource,
                    hasStored: stored?.entityTag != nil, header: answer.header)
                body = answer.body
            } catch {
                guard case .unreachable(let problem) = error else { throw Self.final(error) }
                result = .trouble(.unreachable(problem), canRetry: true)
            }
            endTurn(begun)
            attempts += 1
            guard case .trouble(_, canRetry: true, let seconds) = result,
                let wait = plan.wait(
                    after: attempts,
                    elapsedMilliseconds: Int64((clock.uptime() - start) / .milliseconds(1)),
                    retryAfterSeconds: seconds, dice: clock.dice())
            else { return (result, body) }
            clock.sleep(.milliseconds(wait))
        }
    }

    /// Waits until another request may begin, of this program and all others of the user.
    private func waitForTurn() -> Duration {
        let start = clock.uptime()
        while true {
            let now = clock.uptime()
            // Where no file can be kept, each program keeps the pace alone.
            let wait = paceFile?.begin(at: now) ?? pace.begin(at: now)
            guard wait > .zero, now - start < Self.timeMax else { return now }
            clock.sleep(wait)
        }
    }

    private func endTurn(_ begun: Duration) {
        let now = clock.uptime()
        pace.end(begun, at: now)
        paceFile?.end(begun, at: now)
    }

    private static func final(_ error: WebError) -> SourceError {
        switch error {
        case .unreachable(let problem): .unavailable(.unreachable(problem))
        case .tooLong(let limit): .tooLong(lengthBytesMax: limit)
        case .cancelled: .program("it was cancelled")
        }
    }

    private func key() throws(SourceError) -> APIKey {
        if let foundKey { return foundKey }
        guard let key = try findKey() else { throw .noKey }
        foundKey = key
        return key
    }

    private func answer(_ stored: StoredAnswer, _ trouble: SourceTrouble?) -> Answer {
        let now = clock.unixSecond()
        return Answer(
            body: stored.body,
            facts: AnswerFacts(
                ageSeconds: stored.ageSeconds(at: now), freshSeconds: stored.freshSeconds(at: now),
                trouble: trouble))
    }

    /// How long an answer counts: the server's time, and for the public server at least its own usual time.
    private func freshSeconds(_ resource: Resource, _ seconds: Int64) -> Int64 {
        isOwnServer ? seconds : resource.freshSeconds(seconds)
    }

    private static let timeMax = Duration.milliseconds(AnswerLimits.totalMillisecondsMax)
    private static let attemptTimeMax = Duration.milliseconds(AnswerLimits.attemptMillisecondsMax)
}
