import JSON
import UTC

extension JSON {
    /// A moment as `2026-11-21T02:30:00Z`, or null.
    package static func time(_ unixSeconds: Int64?) -> JSON {
        unixSeconds.map { .string(UTCTime(unixSeconds: $0).description) } ?? .null
    }

    /// A text, or null.
    package static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

    /// The moment in seconds since 1970; nil if it is not a time.
    package var time: Int64? { stringValue.flatMap { UTCTime($0) }?.unixSeconds }
}
