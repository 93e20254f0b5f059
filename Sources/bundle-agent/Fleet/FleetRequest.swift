import UpdatePolicy

/// How machines are asked: with which command, how many at once, for how long.
struct FleetRequest: Equatable {
    /// The program and its first arguments, at least one word.
    var ssh = ["ssh"]
    /// What runs on the machine.
    var remoteCommand = "bundle-agent status --json"
    /// How long one machine may take, in seconds.
    var timeLimitSeconds = 15
    /// How many are asked at once.
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
