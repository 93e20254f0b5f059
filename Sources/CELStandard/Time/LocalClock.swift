import CEL

/// What the clocks of a place show.
package enum LocalClock {
    /// The date and time of a moment.
    ///
    /// - Parameters:
    ///   - seconds: seconds since 1970, UTC; from the year 1 to 9999.
    ///   - zone: an offset such as `-05:00`, or a name such as `America/New_York`.
    ///   - history: the zone's past and rule by the system's data; nil for the table alone.
    /// - Returns: the local time; nil if the zone or the moment is unknown here.
    package static func time(
        atSeconds seconds: Int64, in zone: String, _ history: ZoneHistory? = nil
    ) -> CivilTime? {
        guard (-62_135_596_800...253_402_300_799).contains(seconds) else { return nil }
        if let offset = history?.offset(atSeconds: seconds) {
            return CivilTime(seconds: seconds + offset)
        }
        do throws(FunctionError) {
            return CivilTime(seconds: seconds + (try TimeZone.offset(zone, atSeconds: seconds)))
        } catch {
            return nil
        }
    }
}
