/// The content of a description, and its origin.
public struct Provenance: Equatable, Sendable {
    /// The season that it describes.
    public let year: Int
    /// The content's version; nil if it is not known.
    public let version: String?
    /// The origin: `embedded`, `downloaded` or `folder`.
    public let origin: String

    /// Describes a content.
    public init(year: Int, version: String?, origin: String) {
        self.year = year
        self.version = version
        self.origin = origin
    }
}
