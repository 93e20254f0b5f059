import Glibc
import MatchKeys
import Platform

/// The program that fetches: `match-fetch`, next to this one, which knows no network.
enum FetchProgram {
    private static let name = "match-fetch"

    /// Finds it: next to this program, in its package's folder, then in `$PATH`.
    static func find(_ variable: (String) -> String?) throws(SourceError) -> String {
        let own = ownFolder
        var folders: [String] = []
        if let own { folders += [own, "\(own)/../libexec/match-bundles"] }
        folders += (variable("PATH") ?? "").split(separator: ":").map(String.init)
            .filter { $0.hasPrefix("/") }
        guard let folder = folders.first(where: { access("\($0)/\(name)", X_OK) == 0 }) else {
            throw .program(
                "it is missing: it fetches matches and must be next to breakdown"
                    + (own.map { " in \($0)" } ?? "")
                    + "; the package match-bundles has both")
        }
        return "\(folder)/\(name)"
    }

    /// Starts it.
    static func start(
        _ arguments: [String], _ streams: [ChildStart.Stream]
    ) throws(SourceError) -> ChildProcess {
        var start = ChildStart(try find(ProcessEnvironment.variable), arguments)
        start.streams = streams
        do throws(ChildStartError) {
            return try ChildProcess(start)
        } catch {
            throw .program("cannot start it: \(error)")
        }
    }

    private static var ownFolder: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
}
