/// Why no answer of a web server came.
package enum WebError: Error, Equatable, Sendable {
    /// No usable answer: no network, a time limit, a broken transfer; with the sentence.
    case unreachable(String)
    case tooLong(lengthBytesMax: Int)
    /// The process was asked to end.
    case cancelled
}
