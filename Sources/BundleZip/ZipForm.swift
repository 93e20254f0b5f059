/// The numbers of the zip form that the writer and the reader share.
package enum ZipForm {
    static let localSignature: [UInt8] = [0x50, 0x4B, 3, 4]
    static let centralSignature: [UInt8] = [0x50, 0x4B, 1, 2]
    static let endSignature: [UInt8] = [0x50, 0x4B, 5, 6]
    /// Version 2.0 on Unix, so the upper half of the attributes is a mode.
    static let madeBy: [UInt8] = [20, 3]
    /// A regular file (0o100000) with mode 0644, in the upper half.
    static let attributes = 0o100644 << 16
    /// A local header without its name.
    package static let localBytes = 30
    /// An entry of the central directory without its name.
    static let centralBytes = 46
    /// The end record.
    static let endBytes = 22
    /// The method of a file that is stored unpacked.
    static let stored = 0
    /// The method of a file that is compressed (RFC 1951).
    static let deflated = 8
}
