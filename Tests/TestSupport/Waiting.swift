import Glibc

/// Waits until something holds that another process or thread brings about.
///
/// It looks every two milliseconds; meanwhile the processor is free for the others.
///
/// - Returns: whether it held within the time.
public func wait(seconds: Double = 60, until condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try !condition() {
        guard ContinuousClock.now < deadline else { return false }
        poll(nil, 0, 2)
    }
    return true
}
