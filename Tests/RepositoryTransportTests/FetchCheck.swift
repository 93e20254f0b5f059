import HTTPRules
import RepositoryTransport
import Testing
import TUF
import WebTransport

/// What one fetch came to, in a form that tables can hold.
enum Fetched: Equatable {
    case found(body: String, validator: Validator?)
    case absent
    /// The error's family, and words its sentence must hold.
    case unreachable(String)
    case webPage(String)
    case retryAfter(seconds: Int)
    case tooLong(lengthBytesMax: Int)
    case sink(String)
    case cancelled
}

extension FetchRequest {
    /// `metadata/timestamp.json`, at most 100 bytes unless said otherwise.
    static func timestamp(lengthBytesMax: Int = 100) -> FetchRequest {
        FetchRequest(base: .metadata, path: "timestamp.json", lengthBytesMax: lengthBytesMax)
    }
}

extension Fetcher {
    /// Fetches and gathers; an unreachable's sentence is left out unless it holds `words`.
    func fetched(_ request: FetchRequest, words: String = "") -> Fetched {
        var body: [UInt8] = []
        var validator: Validator?
        do throws(FetchError) {
            let outcome = try fetch(request) { beginning in
                validator = beginning.validator
            } sink: { (bytes) throws(FetchError) in
                body.append(contentsOf: bytes)
            }
            switch outcome {
            case .found:
                return .found(body: String(decoding: body, as: UTF8.self), validator: validator)
            case .absent: return body.isEmpty ? .absent : .sink("bytes delivered")
            }
        } catch {
            switch error {
            case .unreachable(let sentence, _):
                return .unreachable(sentence.contains(words) ? words : sentence)
            case .webPage(let sentence):
                return .webPage(sentence.contains(words) ? words : sentence)
            case .retryAfter(let seconds, _): return .retryAfter(seconds: seconds)
            case .tooLong(let lengthBytesMax): return .tooLong(lengthBytesMax: lengthBytesMax)
            case .sink(let sentence): return .sink(sentence)
            case .cancelled: return .cancelled
            case .absent: return .sink("an error that only the client throws")
            }
        }
    }
}

/// A fetcher for a scripted server, with time limits fit for tests.
func fetcher(
    _ address: String, limits: TransferLimits = .standard,
    isCancelled: @escaping () -> Bool = { false }
) throws -> any Fetcher {
    try RepositoryAddress(address).fetcher(
        WebOptions(userAgent: "match-bundles-tests/1", limits: limits), isCancelled: isCancelled)
}
