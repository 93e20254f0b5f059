/// File systems of a test's own that are small and can be filled; no other process sees them.
public enum SmallDisk {
    /// A function of sh that takes the room of the file system `$disk` away.
    ///
    /// `fill bytes 20` leaves so many kilobytes, `fill inodes 5` so many inodes; `rm -r "$disk/filling"` gives it back.
    public static let fill = """
        fill() {
            mkdir "$disk/filling"
            if [ "$1" = bytes ]; then
                free=$(df --output=avail -k "$disk" | tail -n 1)
                head -c $(( (free - $2) * 1024 )) /dev/zero > "$disk/filling/file"
            else
                free=$(df --output=iavail "$disk" | tail -n 1)
                seq -f "$disk/filling/%g" $(( free - $2 )) | xargs touch
            fi
        }
        """

    /// Runs a script of sh that may mount file systems; it ends at its first failure.
    ///
    /// - Parameters:
    ///   - script: the script.
    ///   - arguments: `$1` and so on.
    /// - Returns: what the script left.
    /// - Throws: where it cannot be started.
    public static func run(_ script: String, _ arguments: [String]) throws -> Program.Result {
        try Program.run("/usr/bin/unshare", ["-rm", "/bin/sh", "-euc", script, "sh"] + arguments)
    }
}
