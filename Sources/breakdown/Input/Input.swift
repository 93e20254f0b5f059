import Files
import Glibc
import MatchKeys

/// One input from the command line: a file, a pipe, or standard input.
struct Input: ~Copyable {
    /// The name for messages.
    let name: String
    private let descriptor: Int32
    private let isOwned: Bool

    /// Opens the input.
    ///
    /// - Parameter path: the file, or nil for standard input.
    init(_ path: String?) throws(FileError) {
        guard let path else {
            name = "standard input"
            descriptor = STDIN_FILENO
            isOwned = false
            return
        }
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard opened >= 0 else { throw FileError(operation: "open", path: path, code: errno) }
        name = path
        descriptor = opened
        isOwned = true
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Whether the next read does not wait, or not for long.
    ///
    /// - Returns: whether there is something to read, or the end.
    func isReady(within milliseconds: Int32) -> Bool {
        var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&asked, 1, milliseconds) > 0
    }

    /// Reads the next bytes and waits for them if necessary.
    ///
    /// - Parameter buffer: gets the bytes; its size is the largest number.
    /// - Returns: the number of bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw FileError(operation: "read", path: name, code: errno) }
        }
    }
}

/// A word of the command line that is neither a file nor a key or an address of The Blue Alliance.
enum UnknownWord {
    /// What is wrong with it, and what to type instead.
    ///
    /// - Returns: a sentence; nil if the word can only be meant as a file's path.
    static func sentence(_ word: String) -> String? {
        if let host = host(of: word) {
            let key = Inquiry.inside(word)
            return "\(host): expected a page of thebluealliance.com, found another server's; "
                + (key.map { "try breakdown \($0)" }
                    ?? "give the key of an event such as 2024necmp, or of a match such as 2024necmp_f1m1")
        }
        guard !word.contains("/"), !word.contains("."), !word.isEmpty else { return nil }
        return "\(word): no file has this name, and it is no key; "
            + Inquiry.advice(about: word, command: "breakdown ")
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
}
