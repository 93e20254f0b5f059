import BundleFormat
import JSON
import SeasonClient
import TUF
import UpdatePolicy

/// One poll as a host without Swift drives it: bytes in, bytes out.
package struct ClientModule {
    private var poll: SeasonPoll?

    /// Makes a module that polls nothing yet.
    package init() {}

    /// Begins a poll.
    ///
    /// - Parameters:
    ///   - options: ``PollFacts`` as JSON.
    ///   - data: the bytes that the options count: root, the embedded `set.json`, the files.
    /// - Returns: false if the options are not of that form.
    package mutating func begin(
        _ options: UnsafeBufferPointer<UInt8>, _ data: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        poll = (try? JSON.parse(Array(options))).flatMap { PollFacts($0, GivenBytes(data)) }
            .map { SeasonPoll($0) }
        return poll != nil
    }

    /// What the host must do next: fetch files, or keep a result.
    package func next() -> [UInt8] {
        switch poll?.next() {
        case .fetch(let requests): HostText.line(requests)
        case .done(let result): result.output
        case nil: []
        }
    }

    /// Takes the answers to the requests of the last ``next()``, in their order.
    ///
    /// - Returns: false if they are not of that form, or not as many.
    package func answer(
        _ options: UnsafeBufferPointer<UInt8>, _ data: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard let poll, let answers = HostText.answers(options, data) else { return false }
        return poll.answer(answers)
    }
}
