import Cryptography

/// A target's path, prepared for searching delegations: it is split and hashed once.
struct TargetPath {
    /// Code points between the `/`.
    let segments: [[Unicode.Scalar]]
    /// SHA-256 of the path's UTF-8, lower-case hexadecimal.
    let hash: String

    init(_ path: String) {
        segments = Self.segments(of: path)
        hash = Hex.encode(SHA256.hash(data: Array(path.utf8)))
    }

    static func segments(of path: String) -> [[Unicode.Scalar]] {
        path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(Array.init)
    }
}

/// `*` stands for any text and `?` for one code point, neither for a `/` (TUF specification 4.5.1).
struct PathPattern {
    private let segments: [[Unicode.Scalar]]

    init(_ text: String) {
        segments = TargetPath.segments(of: text)
    }

    func matches(_ path: TargetPath) -> Bool {
        segments.count == path.segments.count
            && zip(segments, path.segments).allSatisfy { Self.matches($0, $1) }
    }

    /// Makes each `*` as short as possible and lengthens only the last one: the work is the product of both lengths at most.
    private static func matches(_ pattern: [Unicode.Scalar], _ text: [Unicode.Scalar]) -> Bool {
        var inPattern = 0
        var inText = 0
        var lastStar: (inPattern: Int, inText: Int)?
        while inText < text.count {
            if inPattern < pattern.count, pattern[inPattern] == "*" {
                lastStar = (inPattern, inText)
                inPattern += 1
            } else if inPattern < pattern.count,
                pattern[inPattern] == "?" || pattern[inPattern] == text[inText]
            {
                inPattern += 1
                inText += 1
            } else if let star = lastStar {
                lastStar = (star.inPattern, star.inText + 1)
                inPattern = star.inPattern + 1
                inText = star.inText + 1
            } else {
                return false
            }
        }
        return pattern[inPattern...].allSatisfy { $0 == "*" }
    }
}
