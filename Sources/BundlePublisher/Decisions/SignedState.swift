import JSON

/// The root and the version under which a place was last signed.
///
/// They show whether somebody has restored a directory from an old copy, or put back what a replaced key
/// has signed. A directory that another checkout has published to is newer.
struct SignedState: Equatable {
    /// How many roots there were.
    let roots: Int
    /// The version of the targets.
    let version: Int64

    /// Makes one of what is about to be signed.
    init(roots: Int, version: Int64) {
        (self.roots, self.version) = (roots, version)
    }

    /// True if this state was signed before the other: under fewer roots, or in a lower version.
    func isBefore(_ other: SignedState) -> Bool {
        (roots, version) < (other.roots, other.version)
    }

    /// The member of the record.
    var json: JSON { ["roots": .integer(Int64(roots)), "version": .integer(version)] }

    /// Reads a member of the record.
    ///
    /// - Parameter cursor: at the member.
    /// - Throws: `JSONShapeError` if it is none.
    init(_ cursor: JSONCursor) throws(JSONShapeError) {
        roots = Int(try cursor.member("roots").integer(in: 1...Int64(Int32.max)))
        version = try cursor.member("version").integer(in: 0...Int64.max)
    }
}
