import Files

/// Runs `body` while this process alone holds a lock, whose file is below `folder`.
///
/// Throws `busy` if another process holds the lock; then the work was not done.
func whileLocked<Value>(
    _ path: String, in folder: Folder, orThrow busy: PublishError,
    _ body: () throws(PublishError) -> Value
) throws(PublishError) -> Value {
    guard let held = try onDisk(try FileLock(exclusive: path, in: folder)) else { throw busy }
    let value = try body()
    _ = consume held
    return value
}

/// Does the same with a lock file at a path that a person gave.
func whileLocked<Value>(
    _ path: String, orThrow busy: PublishError, _ body: () throws(PublishError) -> Value
) throws(PublishError) -> Value {
    let (folder, name) = try onDisk(try Folder.above(path))
    return try whileLocked(name, in: folder, orThrow: busy, body)
}
