import UTC

/// The time zone of an event.
public struct EventZone: Equatable, Sendable {
    /// The name in the tz database: `America/New_York`.
    public let name: String

    /// Names a zone.
    ///
    /// - Parameter name: the name; nothing is known about the times of an unknown one.
    public init(_ name: String) {
        self.name = name
    }

    /// Where nothing is known about an event.
    package static let utc = EventZone("UTC")

    /// The local date and time.
    ///
    /// - Parameter seconds: seconds since 1970, UTC.
    /// - Returns: nil if the zone or the moment is unknown here.
    package func time(atSeconds seconds: Int64) -> CivilTime? {
        ZoneClocks(name)?.time(atSeconds: seconds)
    }
}

extension EventZone: ExpressibleByStringLiteral {
    /// Names a zone.
    public init(stringLiteral name: String) { self.init(name) }
}
