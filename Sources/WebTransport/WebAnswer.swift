/// A web server's answer to one request, for checking how it serves a repository.
public struct WebAnswer: Equatable, Sendable {
    /// One header line.
    public struct Header: Equatable, Sendable {
        /// In lower case.
        public let name: String
        /// Without white space around it.
        public let value: String

        /// Makes a header.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The last answer's status.
    public var status: Int
    /// The last answer's header lines, in order.
    public var headers: [Header]
    /// The addresses of the redirects, as the server wrote them.
    public var redirects: [String]
    /// The body that the fetcher kept; that of an error, too.
    public var body: [UInt8]

    /// Makes an answer.
    public init(status: Int, headers: [Header] = [], redirects: [String] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.redirects = redirects
        self.body = body
    }

    /// The value of a header; the first if there are several.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}

/// Why no answer of a web server came.
package enum WebError: Error, Equatable, Sendable {
    /// No usable answer: no network, a time limit, a broken transfer; with the sentence.
    case unreachable(String)
    case tooLong(lengthBytesMax: Int)
    /// The process was asked to end.
    case cancelled
}
