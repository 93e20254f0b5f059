import ArgumentParser

/// What commands that write need to know of a lock; shared by all of them.
struct LockOptions: ParsableArguments {
    @Flag(help: "Remove the lock that a publisher which was killed left in an object store.")
    var breakLock = false
}
