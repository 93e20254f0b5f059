import CEL
import JSON

/// Where fetched data came from, and how old it is.
public struct Retrieval: Equatable, Sendable {
    /// The service's name: `The Blue Alliance`.
    public var source: String
    /// Its address, for the credit that it asks for.
    public var address: String
    /// Seconds since the service sent the data.
    public var ageSeconds: Int64
    /// Whether this is a stored answer, because no newer one could be had.
    public var isStored: Bool

    /// Describes where data came from.
    public init(source: String, address: String, ageSeconds: Int64, isStored: Bool) {
        self.source = source
        self.address = address
        self.ageSeconds = ageSeconds
        self.isStored = isStored
    }

    /// Reads `{"source": "The Blue Alliance", "address": "https://…", "age_seconds": 35, "is_stored": false}`.
    ///
    /// - Throws: ``MatchError`` if a member is absent or of another type.
    public static func decode(_ json: JSON) throws(MatchError) -> Retrieval {
        func wrong(_ key: String, _ expected: String) -> MatchError {
            MatchError(
                subject: "retrieved", path: JSONPath.root.member(key),
                problem: "expected \(expected)")
        }
        guard let source = json["source"]?.stringValue,
            source.utf8.count <= RenderLimits.eventTextBytesMax
        else { throw wrong("source", "a short text") }
        guard let address = json["address"]?.stringValue,
            address.utf8.count <= RenderLimits.eventTextBytesMax, address.hasStart("https://")
        else { throw wrong("address", "a short address with https") }
        guard let seconds = json["age_seconds"]?.integerValue, seconds >= 0 else {
            throw wrong("age_seconds", "an integer from 0 on")
        }
        return Retrieval(
            source: source, address: address, ageSeconds: seconds,
            isStored: json["is_stored"]?.boolValue ?? false)
    }

    /// The credit: `Powered by The Blue Alliance, https://… · stored answer, 3 hours old`.
    public var credit: String {
        let link = "Powered by \(source), \(address)"
        return isStored ? "\(link) \(Icon.bullet.character) stored answer, \(age) old" : link
    }

    /// The age in its largest whole unit: `35 seconds`, `3 hours`.
    public var age: String { Self.age(ageSeconds) }

    /// Seconds from 0 on in their largest whole unit.
    package static func age(_ seconds: Int64) -> String {
        let units: [(Int64, String)] = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
        let (size, name) = units.first { seconds >= $0.0 } ?? (1, "second")
        let count = seconds / size
        return count == 1 ? "1 \(name)" : "\(count) \(name)s"
    }
}
