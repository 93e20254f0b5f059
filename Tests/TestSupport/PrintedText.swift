import Foundation

/// What a command prints that runs inside the tests; it may print from any thread.
public final class PrintedText: @unchecked Sendable {
    private let lock = NSLock()
    private var collected = ""

    /// Nothing yet.
    public init() {}

    /// Takes more text.
    public func add(_ text: String) { lock.withLock { collected += text } }
    /// All of it.
    public var text: String { lock.withLock { collected } }
}
