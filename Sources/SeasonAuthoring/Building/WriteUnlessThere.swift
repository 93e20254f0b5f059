import Files

/// Replaces a file and waits for the disk, unless the file has that content already.
///
/// - Returns: whether it was written.
package func writeUnlessThere(_ bytes: [UInt8], to path: String) throws(FileError) -> Bool {
    if try Files.kind(path) == .file,
        try Files.lengthBytes(path) == bytes.count,
        try Files.read(path, lengthBytesMax: bytes.count) == bytes
    {
        return false
    }
    try Files.replaceFileAndSync(at: path, with: bytes)
    return true
}
