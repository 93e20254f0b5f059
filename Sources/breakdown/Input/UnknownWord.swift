import MatchKeys

/// A word of the command line that is neither a file nor a key or an address of The Blue Alliance.
enum UnknownWord {
    /// What is wrong with it, and what to type instead.
    ///
    /// - Parameter word: what a person typed; no file has this name.
    /// - Returns: a sentence; nil if the word can only be meant as a file's path.
    static func sentence(_ word: String) -> String? {
        if let host = host(of: word) {
            let key = Inquiry.inside(word)
            return "\(host): expected a page of thebluealliance.com, found another server's; "
                + (key.map { "try breakdown \($0)" }
                    ?? "give the key of an event such as 2024necmp, or of a match such as 2024necmp_f1m1")
        }
        guard !word.contains("/"), !word.contains("."), !word.isEmpty else { return nil }
        if let key = Inquiry.inside(word) {
            return "\(word): no file has this name; try breakdown \(key)"
        }
        if word.utf8.allSatisfy(isLetter) {
            return
                "\(word): no file has this name, and an event's key begins with the year, such as"
                + " 2024\(word.lowercased().prefix(20))"
        }
        return
            "\(word): no file has this name, and it is no key; an event has a key such as 2024necmp,"
            + " a match such as 2024necmp_f1m1"
    }

    /// The server's name in something like an address; nil for something like a path.
    private static func host(of word: String) -> String? {
        var rest = word[...]
        let hasScheme = rest.firstRange(of: "://").map { rest = rest[$0.upperBound...] } != nil
        // What stands before an @ may be a password.
        let authority = rest.prefix { !"/?#".contains($0) }.split(separator: "@").last ?? ""
        let host = authority.prefix { $0 != ":" }
        if hasScheme { return host.isEmpty ? nil : String(host) }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isAddress =
            parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
            || parts.count >= 2 && authority.count > host.count
            || parts.count >= 2 && rest.count > authority.count && parts[0] == "www"
            || parts.count >= 2 && rest.count > authority.count && isKnownEnd(parts.last ?? "")
        return isAddress && parts.allSatisfy { !$0.isEmpty } ? String(host) : nil
    }

    /// The ends of the names of servers about robotics.
    private static func isKnownEnd(_ end: Substring) -> Bool {
        ["com", "io", "net", "org", "nexus", "app", "dev"].contains(end.lowercased())
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & ~0x20) }
}
