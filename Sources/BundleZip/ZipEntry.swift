/// One file of a zip, as both of its headers describe it.
package struct ZipEntry {
    /// Its path; `ZipLayout` has checked that it is a `BundlePath`, which refuses `..`.
    package let path: String
    /// Its bytes in the zip.
    package let packed: UnsafeRawBufferPointer
    /// Whether `packed` is compressed.
    package let isDeflated: Bool
    /// Its length according to the headers; it limits the memory for the file.
    package let lengthBytes: Int
    let checksum: Int
}
