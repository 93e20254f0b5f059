import TUF
import WebTransport

extension FetchError {
    /// Makes the same reason in the words of a repository's client.
    init(_ error: WebError) {
        self =
            switch error {
            case .unreachable(let problem): .unreachable(problem)
            case .tooLong(let limit): .tooLong(lengthBytesMax: limit)
            case .cancelled: .cancelled
            }
    }

    /// Runs work on a web server's connection and translates its error.
    static func translating<Value>(
        _ work: () throws(WebError) -> Value
    ) throws(FetchError) -> Value {
        do throws(WebError) {
            return try work()
        } catch {
            throw FetchError(error)
        }
    }
}
