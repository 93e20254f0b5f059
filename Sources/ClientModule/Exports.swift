// The module's functions for WebAssembly; docs/WEB.md has the rules of the calls.
import BundleFormat
import JSON
import SeasonClient
import TUF

#if arch(wasm32)

    nonisolated(unsafe) private var module = ClientModule()
    nonisolated(unsafe) private var output: [UInt8] = []

    @_expose(wasm, "mb_poll_begin")
    @_cdecl("mb_poll_begin")
    func begin(
        _ options: UnsafePointer<UInt8>?, _ optionsCount: Int32, _ data: UnsafePointer<UInt8>?,
        _ dataCount: Int32
    ) -> Int32 {
        module.begin(
            HostMemory.bytes(options, optionsCount), HostMemory.bytes(data, dataCount)) ? 0 : 1
    }

    @_expose(wasm, "mb_poll_next")
    @_cdecl("mb_poll_next")
    func next() -> Int32 {
        output = module.next()
        return Int32(truncatingIfNeeded: output.count)
    }

    /// Copies the step to where the host wants it, and forgets it.
    @_expose(wasm, "mb_poll_output")
    @_cdecl("mb_poll_output")
    func copy(_ to: UnsafeMutablePointer<UInt8>?) {
        HostMemory.copy(output, to: to)
        output = []
    }

    /// Whether the body of an answer is to be read, by its head.
    @_expose(wasm, "mb_poll_needs_body")
    @_cdecl("mb_poll_needs_body")
    func needsBody(_ head: UnsafePointer<UInt8>?, _ headCount: Int32) -> Int32 {
        HostText.needsBody(HostMemory.bytes(head, headCount)) ? 1 : 0
    }

    /// Whether bytes are a root that its own keys have signed.
    @_expose(wasm, "mb_poll_is_root")
    @_cdecl("mb_poll_is_root")
    func isRoot(_ root: UnsafePointer<UInt8>?, _ rootCount: Int32) -> Int32 {
        (try? SelfSignedRoot(Array(HostMemory.bytes(root, rootCount)))) == nil ? 0 : 1
    }

    @_expose(wasm, "mb_poll_answer")
    @_cdecl("mb_poll_answer")
    func answer(
        _ options: UnsafePointer<UInt8>?, _ optionsCount: Int32, _ data: UnsafePointer<UInt8>?,
        _ dataCount: Int32
    ) -> Int32 {
        module.answer(
            HostMemory.bytes(options, optionsCount), HostMemory.bytes(data, dataCount)) ? 0 : 1
    }

    private enum HostMemory {
        static func bytes(
            _ address: UnsafePointer<UInt8>?, _ count: Int32
        ) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(
                start: address, count: address == nil ? 0 : Int(UInt32(bitPattern: count)))
        }

        static func copy(_ bytes: [UInt8], to address: UnsafeMutablePointer<UInt8>?) {
            bytes.withUnsafeBufferPointer { bytes in
                if let base = bytes.baseAddress { address?.update(from: base, count: bytes.count) }
            }
        }
    }

#endif

/// One poll as a host without Swift drives it: bytes in, bytes out.
package struct ClientModule {
    private var poll: SeasonPoll?

    package init() {}

    /// Begins a poll; false if the options are not of that form.
    ///
    /// The data are the bytes that the options count: root, the embedded `set.json`, the files.
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

    /// Takes the answers to the requests of the last ``next()``, in their order; false if they are not of that form, or
    /// not as many.
    package func answer(
        _ options: UnsafeBufferPointer<UInt8>, _ data: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard let poll, let answers = HostText.answers(options, data) else { return false }
        return poll.answer(answers)
    }
}
