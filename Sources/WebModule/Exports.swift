// The module's functions for WebAssembly; docs/WEB.md has the rules of the calls.
#if arch(wasm32)

    nonisolated(unsafe) private var module = WebModule()
    nonisolated(unsafe) private var answer: UnsafeMutableBufferPointer<UInt8>?

    /// Keeps a call's output until the next call.
    private func keep(_ output: [UInt8]) {
        answer?.deallocate()
        let kept = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: output.count)
        _ = kept.initialize(fromContentsOf: output)
        answer = kept
    }

    /// Makes a call's output, or the answer that refuses the call, and keeps it.
    private func perform(_ call: () throws(Refusal) -> [UInt8]) -> Int32 {
        do throws(Refusal) {
            keep(try call())
            return Status.done.rawValue
        } catch {
            keep(error.answer)
            return Status.refused.rawValue
        }
    }

    private func bytes(_ address: UnsafePointer<UInt8>?, _ count: Int32) -> UnsafeBufferPointer<
        UInt8
    > {
        UnsafeBufferPointer(
            start: address, count: address == nil ? 0 : Int(UInt32(bitPattern: count)))
    }

    @_expose(wasm, "mb_load")
    @_cdecl("mb_load")
    func load(
        _ options: UnsafePointer<UInt8>?, _ optionsCount: Int32, _ data: UnsafePointer<UInt8>?,
        _ dataCount: Int32
    ) -> Int32 {
        perform { () throws(Refusal) in
            try module.load(options: bytes(options, optionsCount), data: bytes(data, dataCount))
            return []
        }
    }

    @_expose(wasm, "mb_render")
    @_cdecl("mb_render")
    func render(
        _ options: UnsafePointer<UInt8>?, _ optionsCount: Int32, _ data: UnsafePointer<UInt8>?,
        _ dataCount: Int32
    ) -> Int32 {
        perform { () throws(Refusal) in
            try module.render(options: bytes(options, optionsCount), data: bytes(data, dataCount))
        }
    }

    @_expose(wasm, "mb_test")
    @_cdecl("mb_test")
    func test(
        _ options: UnsafePointer<UInt8>?, _ optionsCount: Int32, _ data: UnsafePointer<UInt8>?,
        _ dataCount: Int32
    ) -> Int32 {
        perform { () throws(Refusal) in
            try module.test(options: bytes(options, optionsCount), data: bytes(data, dataCount))
            return []
        }
    }

    @_expose(wasm, "mb_ask")
    @_cdecl("mb_ask")
    func ask(
        _ options: UnsafePointer<UInt8>?, _ optionsCount: Int32, _ data: UnsafePointer<UInt8>?,
        _ dataCount: Int32
    ) -> Int32 {
        perform { () throws(Refusal) in
            try module.ask(options: bytes(options, optionsCount), data: bytes(data, dataCount))
        }
    }

    @_expose(wasm, "mb_seasons")
    @_cdecl("mb_seasons")
    func seasons() -> Int32 {
        perform { () throws(Refusal) in module.list() }
    }

    @_expose(wasm, "mb_out")
    @_cdecl("mb_out")
    func out() -> UnsafePointer<UInt8>? { answer.flatMap { UnsafePointer($0.baseAddress) } }

    @_expose(wasm, "mb_out_count")
    @_cdecl("mb_out_count")
    func outCount() -> Int32 { Int32(truncatingIfNeeded: answer?.count ?? 0) }

#endif
