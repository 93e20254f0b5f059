#if os(Linux)

    import COpenSSL

    /// SHA-256 (FIPS 180-4).
    package struct SHA256: Sendable {
        package static let byteCount = 32
        private var state = HashState(OpenSSL.sha256)

        package init() {}

        package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
            if !isKnownUniquelyReferenced(&state) { state = state.copy() }
            state.add(bytes)
        }

        package func finalize() -> [UInt8] { state.copy().end(byteCount: Self.byteCount) }

        package static func hash(data: [UInt8]) -> [UInt8] {
            digest(of: data, OpenSSL.sha256, byteCount)
        }
    }

    /// SHA-512 (FIPS 180-4).
    package struct SHA512: Sendable {
        package static let byteCount = 64
        private var state = HashState(OpenSSL.sha512)

        package init() {}

        package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
            if !isKnownUniquelyReferenced(&state) { state = state.copy() }
            state.add(bytes)
        }

        package func finalize() -> [UInt8] { state.copy().end(byteCount: Self.byteCount) }

        package static func hash(data: [UInt8]) -> [UInt8] {
            digest(of: data, OpenSSL.sha512, byteCount)
        }
    }

    /// What OpenSSL keeps of a hash that is not at its end.
    private final class HashState: @unchecked Sendable {
        private let pointer: OpaquePointer

        init(_ algorithm: OpaquePointer) {
            pointer = HashState.allocate()
            precondition(EVP_DigestInit_ex2(pointer, algorithm, nil) == 1, "no memory for a hash")
        }

        private init(copying other: OpaquePointer) {
            pointer = HashState.allocate()
            precondition(EVP_MD_CTX_copy_ex(pointer, other) == 1, "no memory for a hash")
        }

        deinit { EVP_MD_CTX_free(pointer) }

        func copy() -> HashState { HashState(copying: pointer) }

        func add(_ bytes: UnsafeRawBufferPointer) {
            precondition(
                EVP_DigestUpdate(pointer, bytes.baseAddress, bytes.count) == 1,
                "a hash was continued after its end")
        }

        func end(byteCount: Int) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
                precondition(
                    EVP_DigestFinal_ex(pointer, digest.baseAddress, nil) == 1,
                    "a hash was ended twice")
                count = byteCount
            }
        }

        private static func allocate() -> OpaquePointer {
            guard let pointer = EVP_MD_CTX_new() else {
                preconditionFailure("no memory for a hash")
            }
            return pointer
        }
    }

    private func digest(of data: [UInt8], _ algorithm: OpaquePointer, _ byteCount: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            precondition(
                EVP_Digest(data, data.count, digest.baseAddress, nil, algorithm, nil) == 1,
                "no memory for a hash")
            count = byteCount
        }
    }

#endif
