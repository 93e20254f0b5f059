import TUF
import WebTransport

extension FetchError {
    init(_ error: WebError) {
        self =
            switch error {
            case .unreachable(let problem): .unreachable(problem)
            case .tooLong(let limit): .tooLong(lengthBytesMax: limit)
            case .cancelled: .cancelled
            }
    }

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
