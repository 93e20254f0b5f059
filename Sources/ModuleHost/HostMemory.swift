/// The bytes that a call has at addresses of the module's memory.
package enum HostMemory {
    /// Bytes that the host gives; none if there is no address.
    package static func bytes(
        _ address: UnsafePointer<UInt8>?, _ count: Int32
    ) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(
            start: address, count: address == nil ? 0 : Int(UInt32(bitPattern: count)))
    }

    /// Copies bytes to where the host has made room for all of them.
    package static func copy(_ bytes: [UInt8], to address: UnsafeMutablePointer<UInt8>?) {
        bytes.withUnsafeBufferPointer { bytes in
            if let base = bytes.baseAddress { address?.update(from: base, count: bytes.count) }
        }
    }
}
