/// What is known about a match in addition to its own data: its event, and where the data came from.
///
/// A file of matches does not contain this; the program that fetches matches knows it.
public struct MatchContext: Equatable, Sendable {
    /// The event's facts, if known.
    public var event: EventFacts?
    /// Where the data came from; nil for a file.
    public var retrieval: Retrieval?
    /// What was wrong in what a stream said about the match before: the first sentence below its tables.
    public var correction: String?
    /// What an earlier line of the same stream said about the match, as JSON's text.
    ///
    /// It becomes the member `replaces` in JSON; nil leaves the member out.
    package var replaces: String?

    /// Nothing is known.
    public static var none: MatchContext { MatchContext() }

    /// Collects what is known.
    public init(event: EventFacts? = nil, retrieval: Retrieval? = nil) {
        self.event = event
        self.retrieval = retrieval
    }
}
