/// SHA-256 (FIPS 180-4) in the form of swift-crypto; the code is BoringSSL's (`Sources/Cryptography/Web/BoringSSL`).
package struct SHA256: Sendable {
    package static let byteCount = 32

    // As large as BoringSSL's `SHA256_CTX`, or larger.
    private var state = InlineArray<16, UInt64>(repeating: 0)

    package init() { web_sha256_begin(&state) }

    package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        web_sha256_add(&state, base, bytes.count)
    }

    package func finalize() -> [UInt8] {
        var copy = state
        return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { digest, count in
            web_sha256_end(&copy, digest.baseAddress)
            count = Self.byteCount
        }
    }

    package static func hash(data: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        data.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return hash.finalize()
    }
}

/// SHA-512 (FIPS 180-4) in the form of swift-crypto; the code is BoringSSL's (`Sources/Cryptography/Web/BoringSSL`).
package struct SHA512: Sendable {
    package static let byteCount = 64

    // As large as BoringSSL's `SHA512_CTX`, or larger.
    private var state = InlineArray<32, UInt64>(repeating: 0)

    package init() { web_sha512_begin(&state) }

    package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        web_sha512_add(&state, base, bytes.count)
    }

    package func finalize() -> [UInt8] {
        var copy = state
        return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { digest, count in
            web_sha512_end(&copy, digest.baseAddress)
            count = Self.byteCount
        }
    }
}

@_extern(c, "web_sha256_begin")
private func web_sha256_begin(_ state: UnsafeMutableRawPointer)
@_extern(c, "web_sha256_add")
private func web_sha256_add(
    _ state: UnsafeMutableRawPointer, _ bytes: UnsafeRawPointer, _ count: Int)
@_extern(c, "web_sha256_end")
private func web_sha256_end(
    _ state: UnsafeMutableRawPointer, _ digest: UnsafeMutablePointer<UInt8>?)
@_extern(c, "web_sha512_begin")
private func web_sha512_begin(_ state: UnsafeMutableRawPointer)
@_extern(c, "web_sha512_add")
private func web_sha512_add(
    _ state: UnsafeMutableRawPointer, _ bytes: UnsafeRawPointer, _ count: Int)
@_extern(c, "web_sha512_end")
private func web_sha512_end(
    _ state: UnsafeMutableRawPointer, _ digest: UnsafeMutablePointer<UInt8>?)
