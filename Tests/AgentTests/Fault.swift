import TestSupport
import Testing

@testable import BundleUpdater
@testable import UpdatePolicy

/// One row of the fault matrix: how a server, or the network, misbehaves, and what the agent reports.
struct Fault: CustomTestStringConvertible, Sendable {
    /// What comes of a poll.
    enum Expected: Sendable, Equatable {
        /// Nothing was wrong in the end.
        case updated
        /// The whole poll's outcome.
        case outcome(PollReport.Outcome)
        /// The metadata was had; what each year's trouble is.
        case heldBack(Trouble)
    }

    /// The server's behaviour.
    let testDescription: String
    /// A function of `Servers/misbehaving.py`.
    let behaviour: String
    /// The end of the names that it is for.
    let files: String
    let expected: Expected
    /// What the report must say.
    let words: String
    var door = MisbehavingServer.Door.http
    /// Another address than the server's.
    var address: String?
    /// Whether an earlier poll has left half of each zip.
    var hasPart = false
    /// Whether time limits are short.
    var isHasty = false
    var retryAfterSeconds: Int?

    private static let timestamp = "timestamp.json"
    private static let zip = ".zip"

    private init(
        _ name: String, _ behaviour: String, _ files: String, _ expected: Expected,
        _ words: String = "", door: MisbehavingServer.Door = .http, address: String? = nil,
        hasPart: Bool = false, isHasty: Bool = false, retryAfterSeconds: Int? = nil
    ) {
        testDescription = name
        self.behaviour = behaviour
        self.files = files
        self.expected = expected
        self.words = words
        self.door = door
        self.address = address
        self.hasPart = hasPart
        self.isHasty = isHasty
        self.retryAfterSeconds = retryAfterSeconds
    }

    static let all: [Fault] = connections + encryption + pages + bodies + parts + answers

    private static let connections: [Fault] = [
        Fault(
            "connection refused", "", "", .outcome(.unreachable), "onnect",
            address: "http://127.0.0.1:1"),
        Fault(
            "a host that does not exist", "", "", .outcome(.unreachable), "esolv",
            address: "http://no-such-host.invalid", isHasty: true),
        Fault(
            "metadata: nothing is answered", "silent", timestamp, .outcome(.unreachable),
            "timed out", isHasty: true),
        Fault(
            "metadata: closed without an answer", "no_answer", timestamp,
            .outcome(.unreachable), "mpty reply"),
        Fault("metadata: reset", "reset_at_once", timestamp, .outcome(.unreachable), "reset"),
        Fault("metadata: another protocol", "no_http", timestamp, .outcome(.unreachable), "HTTP"),
        Fault("bundle: reset inside", "reset_inside", zip, .heldBack(.unreachable), ""),
        Fault(
            "bundle: silent inside", "silent_inside", zip, .heldBack(.unreachable), "timed out",
            isHasty: true),
        Fault(
            "bundle: a drip of bytes", "drip", zip, .heldBack(.unreachable), "timed out",
            isHasty: true),
    ]

    private static let encryption: [Fault] = [
        Fault("https as it should be", "well", "", .updated, door: .https),
        Fault(
            "a certificate that has expired", "well", "", .outcome(.unreachable),
            "certificate is not trusted", door: .expired),
        Fault(
            "a certificate of another name", "well", "", .outcome(.unreachable),
            "certificate is not trusted", door: .misnamed),
        Fault(
            "a certificate of an unknown authority", "well", "", .outcome(.unreachable),
            "do you have to sign in to this", door: .unknown),
        Fault(
            "a redirect from https to http", "to_plain", timestamp, .outcome(.unreachable),
            "which is not allowed", door: .https),
    ]

    private static let pages: [Fault] = [
        Fault(
            "a captive portal's page for everything", "portal", "", .outcome(.unreachable),
            "do you have to sign in to this"),
        Fault(
            "a captive portal that says so (511)", "portal_511", "", .outcome(.unreachable),
            "do you have to sign in to this"),
        Fault(
            "a redirect to a login page elsewhere", "to_login", "", .outcome(.unreachable),
            "do you have to sign in to this"),
        Fault(
            "bundle: a page instead", "portal", zip, .heldBack(.unreachable),
            "do you have to sign in to this"),
        Fault(
            "bundle: a page instead of the rest", "portal", zip, .heldBack(.unreachable),
            "do you have to sign in to this", hasPart: true),
        Fault(
            "a redirect to a file of the machine", "to_file", timestamp, .outcome(.unreachable),
            "file:///etc/passwd"),
        Fault(
            "a redirect to another scheme", "to_gopher", timestamp, .outcome(.unreachable),
            "gopher"),
        Fault("redirects in circles", "in_circles", timestamp, .outcome(.unreachable), "redirects"),
        Fault("a redirect to another host that has it all", "to_other_host", "", .updated),
    ]

    private static let bodies: [Fault] = [
        Fault(
            "metadata: truncated", "truncated", timestamp, .outcome(.unreachable),
            "transfer closed"),
        Fault("metadata: endless", "endless", timestamp, .outcome(.refused), "at most"),
        Fault("metadata: one byte short", "shorter", timestamp, .outcome(.refused), "timestamp"),
        Fault("metadata: other bytes", "other_bytes", timestamp, .outcome(.refused), "timestamp"),
        Fault("metadata: called a web page", "wrong_type", timestamp, .updated),
        Fault("metadata: stored as aws-chunked", "aws_chunked", timestamp, .updated),
        Fault(
            "metadata: a gzip bomb", "gzip_bomb", timestamp, .outcome(.unreachable),
            "without being asked"),
        Fault(
            "bundle: truncated", "truncated", zip, .heldBack(.unreachable), "transfer closed"),
        Fault(
            "bundle: chunks cut off", "truncated_chunks", zip, .heldBack(.unreachable),
            "transfer closed"),
        Fault("bundle: endless", "endless", zip, .heldBack(.refused), "at most"),
        Fault("bundle: one byte long", "longer", zip, .heldBack(.refused), "at most"),
        Fault("bundle: one byte short", "shorter", zip, .heldBack(.refused), "bytes, found"),
        Fault("bundle: stored as aws-chunked", "aws_chunked", zip, .updated),
        Fault("bundle: other bytes", "other_bytes", zip, .heldBack(.refused), "hash"),
        Fault(
            "bundle: a gzip bomb", "gzip_bomb", zip, .heldBack(.unreachable),
            "without being asked"),
    ]

    /// Each with half of every zip left by a poll before.
    private static let parts: [Fault] = [
        Fault("the rest of a bundle", "well", "", .updated, hasPart: true),
        Fault("no ranges: the whole bundle", "no_ranges", zip, .updated, hasPart: true),
        Fault("a part of elsewhere (206)", "part_of_elsewhere", zip, .updated, hasPart: true),
        Fault("a part of a longer file (206)", "part_of_longer", zip, .updated, hasPart: true),
        Fault(
            "a part of another state (206)", "part_of_other_state", zip, .updated, hasPart: true),
        Fault(
            "a part that does not say of what (206)", "part_without_range", zip, .updated,
            hasPart: true),
        Fault("no such part (416)", "no_such_part", zip, .updated, hasPart: true),
        Fault(
            "a part with other bytes (206)", "part_with_other_bytes", zip, .updated, hasPart: true),
        Fault(
            "a part that nobody asked for (206)", "part_unasked", zip, .heldBack(.unreachable),
            "status 206"),
        Fault(
            "bundle: not modified (304)", "not_modified", zip, .heldBack(.unreachable),
            "status 304"),
    ]

    private static let answers: [Fault] = [
        Fault(
            "metadata: not modified (304) without being asked", "not_modified", timestamp,
            .outcome(.unreachable), "status 304"),
        Fault(
            "metadata: 404", "status_404", timestamp, .outcome(.unreachable),
            "is the repository's address right"),
        Fault("bundle: 403", "status_403", zip, .heldBack(.unreachable), "the server has none"),
        Fault(
            "401", "status_401", timestamp, .outcome(.unreachable), "wants credentials"),
        Fault(
            "429 that asks to wait", "status_429", timestamp, .outcome(.unreachable),
            "wait 2 minutes", retryAfterSeconds: 120),
        Fault("500", "status_500", timestamp, .outcome(.unreachable), "status 500"),
        Fault(
            "bundle: 503 that asks to wait", "status_503", zip, .heldBack(.unreachable),
            "wait 1 hour", retryAfterSeconds: 3_600),
        Fault("HTTP/1.0, closed after each answer", "old_protocol", "", .updated),
        Fault(
            "headers without end", "huge_headers", timestamp, .outcome(.unreachable), "eader"),
        Fault("control characters in headers", "injected_headers", timestamp, .updated),
    ]
}
