import TUF
import WebTransport

extension AnswerHead {
    /// How long the server asks to wait, in seconds from 0; nil if it does not say (RFC 9110 §10.2.3).
    ///
    /// A date counts from the answer's own `Date`. This machine's clock may be wrong by hours, and so would the
    /// pause be. A date in an answer without `Date` says nothing.
    var retryAfterSeconds: Int? {
        guard let text = value("retry-after") else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int(text) ?? .max
        }
        guard let end = HTTPDate.time(text), let sent = value("date").flatMap(HTTPDate.time) else {
            return nil
        }
        return Int(clamping: max(0, end.unixSeconds - sent.unixSeconds))
    }
}
