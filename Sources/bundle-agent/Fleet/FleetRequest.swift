import UpdatePolicy

/// How to ask machines: the command, how many at the same time, and for how long.
struct FleetRequest: Equatable {
    /// The program and its first arguments, at least one word.
    var ssh = ["ssh"]
    /// The command that runs on the machine.
    var remoteCommand = "bundle-agent status --json"
    /// The longest time for one machine, in seconds.
    var timeLimitSeconds = 15
    /// How many machines are asked at the same time.
    var atOnceMax = 32

    /// The arguments behind the program's name.
    ///
    /// `ssh` asks nothing, and nothing after `--` is an option.
    func arguments(_ host: String) -> [String] {
        ssh.dropFirst() + [
            "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=\(timeLimitSeconds)", "--", host,
            remoteCommand,
        ]
    }
}
