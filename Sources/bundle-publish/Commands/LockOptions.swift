import ArgumentParser

/// The options about locks; all commands that write share them.
struct LockOptions: ParsableArguments {
    @Flag(help: "Remove the lock that a publisher which was killed left in an object store.")
    var breakLock = false
}
