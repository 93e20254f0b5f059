/// What the host answers to one request; bytes are as received.
public enum HostAnswer: Sendable {
    /// The whole file, or more bytes than were asked for.
    case found([UInt8])
    /// The server does not have it: 404, or 403, which object stores answer instead.
    case absent
    /// No usable answer came.
    case failed(FetchError)
}
