import Files
import Glibc

extension SelfTestMemory.Facts {
    /// Bytes of each file below: what the kernel writes there is shorter.
    private static let fileBytesMax = 64 << 10
    /// Groups above a process: systemd nests a handful.
    private static let groupsMax = 32

    /// Reads what the kernel says of this machine and of the control groups of this process.
    ///
    /// - Parameters:
    ///   - processes: where the process file system is.
    ///   - groups: where the control groups are.
    package init(processes: String = "/proc", groups: String = "/sys/fs/cgroup") {
        availableBytes = Self.value("MemAvailable:", in: "\(processes)/meminfo").map { $0 << 10 }
        // Of version 2: "0::/system.slice/bundle-agent.service". Version 1 has other lines.
        let own = Self.text("\(processes)/self/cgroup")?.split(separator: "\n")
            .first { $0.hasPrefix("0::/") }
        guard var path = own.map({ String($0.dropFirst("0::".count)) }) else { return }
        for _ in 0..<Self.groupsMax {
            let group = path == "/" ? groups : groups + path
            if let left = Self.left(group) { groupBytes = min(groupBytes ?? left, left) }
            guard path != "/" else { return }
            path = Paths.parent(of: path)
        }
    }

    /// What one group's limits leave; nil where it has none.
    private static func left(_ group: String) -> UInt64? {
        let limits = ["memory.max", "memory.high"].compactMap { text("\(group)/\($0)") }
            .compactMap { UInt64($0.prefix { $0 != "\n" }) }
        guard let limit = limits.min(),
            let used = text("\(group)/memory.current").flatMap({ UInt64($0.prefix { $0 != "\n" }) })
        else { return nil }
        // Files that were read and are not in use: the kernel drops them before it kills anybody.
        let droppable = value("inactive_file", in: "\(group)/memory.stat") ?? 0
        let needed = used > droppable ? used - droppable : 0
        return limit > needed ? limit - needed : 0
    }

    /// The number behind a name at the beginning of a line.
    private static func value(_ name: String, in path: String) -> UInt64? {
        for line in text(path)?.split(separator: "\n") ?? [] {
            let words = line.split(separator: " ")
            if words.count > 1, words[0] == name { return UInt64(words[1]) }
        }
        return nil
    }

    private static func text(_ path: String) -> String? {
        (try? Files.read(path, lengthBytesMax: fileBytesMax))
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
