import Files
import Glibc
import SeasonClient

extension SelfTestCapacity.Facts {
    /// Bytes of each file below: the kernel writes less.
    private static let fileBytesMax = 64 << 10
    /// Groups above a process: systemd nests a few.
    private static let groupsMax = 32

    /// Reads what the kernel says about this machine and about the control groups of this process.
    package static func read(
        processes: String = "/proc", groups: String = "/sys/fs/cgroup"
    ) -> SelfTestCapacity.Facts {
        var facts = SelfTestCapacity.Facts()
        facts.availableBytes = value("MemAvailable:", in: "\(processes)/meminfo").map { $0 << 10 }
        // Version 2 has "0::/system.slice/bundle-agent.service"; version 1 has other lines.
        let own = Self.text("\(processes)/self/cgroup")?.split(separator: "\n")
            .first { $0.hasPrefix("0::/") }
        guard var path = own.map({ String($0.dropFirst("0::".count)) }) else { return facts }
        for _ in 0..<Self.groupsMax {
            let group = path == "/" ? groups : groups + path
            if let left = Self.left(group) {
                facts.groupBytes = min(facts.groupBytes ?? left, left)
            }
            guard path != "/" else { break }
            path = Paths.parent(of: path)
        }
        return facts
    }

    /// The memory that one group's limits leave; nil if it has no limit.
    private static func left(_ group: String) -> UInt64? {
        let limits = ["memory.max", "memory.high"].compactMap { text("\(group)/\($0)") }
            .compactMap { UInt64($0.prefix { $0 != "\n" }) }
        guard let limit = limits.min(),
            let used = text("\(group)/memory.current").flatMap({ UInt64($0.prefix { $0 != "\n" }) })
        else { return nil }
        // Cached files that are not in use: the kernel drops them before it kills a process.
        let droppable = value("inactive_file", in: "\(group)/memory.stat") ?? 0
        let needed = used > droppable ? used - droppable : 0
        return limit > needed ? limit - needed : 0
    }

    /// The number after a name at the start of a line.
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
