/// What the system looks up on the way to a file, one link after the other.
package struct LinkWay {
    /// The names that stand for the file: each link that leads to it, then the file; without links above them.
    package private(set) var names: [String] = []
    /// The links that stand for a folder above one of the names.
    package private(set) var linksToFolders: [String] = []

    /// The most links that the system follows (`path_resolution(7)`).
    private static let linksMax = 40

    /// Follows a path; it reads only links.
    package init(to path: String) {
        var folder = ""
        var rest = Self.parts(Paths.absolute(path))
        var links = 0
        while let part = rest.popLast() {
            guard part != ".." else {
                folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
                continue
            }
            let name = "\(folder)/\(part)"
            if rest.isEmpty { names.append(name) }
            guard let target = (try? Files.linkTarget(name)) ?? nil, links < Self.linksMax else {
                folder = name
                continue
            }
            links += 1
            if !rest.isEmpty { linksToFolders.append(name) }
            if target.hasPrefix("/") { folder = "" }
            rest += Self.parts(target)
        }
    }

    /// The parts of a path, the last one first.
    private static func parts(_ path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
    }
}
