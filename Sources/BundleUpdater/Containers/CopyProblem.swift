import CArchive

/// Why a copy of a repository cannot be used, and the remedy.
package struct CopyProblem: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

extension carchive {
    /// The system's libarchive.
    static func load() throws(CopyProblem) -> carchive {
        let room = UnsafeMutablePointer<carchive>.allocate(capacity: 1)
        defer { room.deallocate() }
        if let reason = carchive_load(room) {
            throw CopyProblem(
                "needs libarchive (\(String(cString: reason))); install it: apt-get install"
                    + " libarchive13 (libarchive13t64 on newer systems)")
        }
        return room.pointee
    }

    /// What it says about its last failure.
    func reason(_ archive: OpaquePointer?) -> String {
        error_string(archive).map { String(String(cString: $0).prefix(200)) } ?? "no reason given"
    }
}
