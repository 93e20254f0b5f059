import Glibc

package enum Paths {
    /// The folder a path is in: `.` for a bare name, `/` for the root itself; it reads only the text.
    package static func parent(of path: String) -> String {
        var parts = Substring(path)
        while parts.count > 1, parts.last == "/" { parts.removeLast() }
        guard let slash = parts.lastIndex(of: "/") else { return "." }
        parts = parts[..<slash]
        while parts.last == "/" { parts.removeLast() }
        return parts.isEmpty ? "/" : String(parts)
    }

    /// A path that means the same from every working directory; `path` itself if that is gone.
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let working = getcwd(nil, 0) else { return path }
        defer { free(working) }
        return "\(String(cString: working))/\(path)"
    }

    /// Whether one of two folders is the other one, or lies in it, whatever links lead there.
    package static func areNested(_ path: String, _ other: String) -> Bool {
        isInside(path, other) || isInside(other, path)
    }

    /// Whether a path leads to a folder or to something in it, whatever links lead there; nothing needs to be there.
    package static func isInside(_ path: String, _ folder: String) -> Bool {
        "\(whereItWouldBe(path))/".hasPrefix("\(whereItWouldBe(folder))/")
    }

    /// Where a path leads, with the part that is not there yet as it is written; without a slash at the end.
    private static func whereItWouldBe(_ path: String) -> String {
        var existing = absolute(path)
        var missing: [Substring] = []
        while existing != "/", existing != "." {
            if let resolved = real(existing) {
                existing = resolved
                break
            }
            if let name = existing.split(separator: "/").last, name != "." {
                missing.insert(name, at: 0)
            }
            existing = parent(of: existing)
        }
        return (existing == "/" ? "" : existing) + missing.map { "/\($0)" }.joined()
    }

    /// Where a path leads after every link on the way; nil if nothing is there, or if this user may not see it.
    package static func real(_ path: String) -> String? {
        guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
