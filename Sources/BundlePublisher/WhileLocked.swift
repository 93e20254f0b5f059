import Files

/// Runs `body` while this process alone holds a lock.
///
/// - Parameters:
///   - path: the lock file, below `folder`.
///   - folder: where the path begins.
///   - body: the work.
/// - Returns: what the work returns; nil if somebody else holds the lock, and the work was not done.
/// - Throws: what the work throws, and ``PublishError`` if the lock file cannot be opened.
func whileLocked<Value>(
    _ path: String, in folder: Folder, _ body: () throws(PublishError) -> Value
) throws(PublishError) -> Value? {
    let lock: FileLock?
    do throws(FileError) {
        lock = try FileLock(exclusive: path, in: folder)
    } catch {
        throw .file(error)
    }
    guard let held = lock else { return nil }
    let value = try body()
    _ = consume held
    return value
}

/// Does the same with a lock file at a path that a person gave.
func whileLocked<Value>(
    _ path: String, _ body: () throws(PublishError) -> Value
) throws(PublishError) -> Value? {
    let (folder, name) = try mapFileErrors(to: PublishError.file) { () throws(FileError) in
        try Folder.above(path)
    }
    return try whileLocked(name, in: folder, body)
}
