/// Which content a description is of, and where it came from.
public struct Provenance: Equatable, Sendable {
    /// The season that it describes.
    public let year: Int
    /// The content's version; nil if nobody says it.
    public let version: String?
    /// The word for the place: `embedded`, `downloaded` or `folder`.
    public let origin: String

    /// Names a content.
    ///
    /// - Parameters:
    ///   - year: the season that it describes.
    ///   - version: the content's version, if known.
    ///   - origin: the word for the place.
    public init(year: Int, version: String?, origin: String) {
        self.year = year
        self.version = version
        self.origin = origin
    }
}
