// The functions of the module for tests.
#if arch(wasm32)

    nonisolated(unsafe) private let module = TUFModule()
    nonisolated(unsafe) private var output: [UInt8] = []

    private func bytes(_ address: UnsafePointer<UInt8>?, _ count: Int32) -> UnsafeBufferPointer<
        UInt8
    > {
        UnsafeBufferPointer(
            start: address, count: address == nil ? 0 : Int(UInt32(bitPattern: count)))
    }

    @_expose(wasm, "mb_tuf_begin")
    @_cdecl("mb_tuf_begin")
    func begin(
        _ options: UnsafePointer<UInt8>?, _ optionsCount: Int32, _ data: UnsafePointer<UInt8>?,
        _ dataCount: Int32
    ) -> Int32 {
        module.begin(bytes(options, optionsCount), bytes(data, dataCount)) ? 0 : 1
    }

    /// Makes the next step, and gives its length.
    @_expose(wasm, "mb_tuf_next")
    @_cdecl("mb_tuf_next")
    func next() -> Int32 {
        output = module.next()
        return Int32(truncatingIfNeeded: output.count)
    }

    /// Copies the step to where the host wants it, and forgets it.
    @_expose(wasm, "mb_tuf_output")
    @_cdecl("mb_tuf_output")
    func copy(_ to: UnsafeMutablePointer<UInt8>?) {
        output.withUnsafeBufferPointer { bytes in
            if let base = bytes.baseAddress { to?.update(from: base, count: bytes.count) }
        }
        output = []
    }

    @_expose(wasm, "mb_tuf_answer")
    @_cdecl("mb_tuf_answer")
    func answer(
        _ options: UnsafePointer<UInt8>?, _ optionsCount: Int32, _ data: UnsafePointer<UInt8>?,
        _ dataCount: Int32
    ) -> Int32 {
        module.answer(bytes(options, optionsCount), bytes(data, dataCount)) ? 0 : 1
    }

    @_expose(wasm, "mb_verify")
    @_cdecl("mb_verify")
    func verify(
        _ options: UnsafePointer<UInt8>?, _ optionsCount: Int32, _ data: UnsafePointer<UInt8>?,
        _ dataCount: Int32
    ) -> Int32 {
        TUFModule.verifies(bytes(options, optionsCount), bytes(data, dataCount)) ? 1 : 0
    }

#endif
