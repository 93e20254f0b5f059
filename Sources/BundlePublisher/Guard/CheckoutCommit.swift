import BundleFormat
import JSON
import TUF

/// The commit of the checkout that seasons are published from.
package struct CheckoutCommit: Equatable, Sendable {
    /// 40 or 64 lower-case hexadecimal digits.
    package let id: String
    package let time: UTCTime
    /// True if the folder of seasons has changes that are not committed.
    package let isDirty: Bool

    package init(id: String, time: UTCTime, isDirty: Bool = false) {
        (self.id, self.time, self.isDirty) = (id, time, isDirty)
    }

    init(_ cursor: JSONCursor) throws(JSONShapeError) {
        self.init(
            id: try cursor.member("id").text("40 or 64 hex digits") {
                TargetCustom.isCommit($0) ? $0 : nil
            },
            time: try cursor.member("time").text("a time as 2026-03-01T12:00:00Z") { UTCTime($0) },
            isDirty: try cursor.optional("isDirty")?.bool() ?? false)
    }

    var json: JSON {
        var members = JSONObject()
        members["id"] = .string(id)
        if isDirty { members["isDirty"] = .bool(true) }
        members["time"] = .string(time.description)
        return .object(members)
    }
}

/// The commit of a checkout, and what its history contains.
package struct CheckoutState: Sendable {
    /// Nil if the folder is in no checkout.
    package let commit: CheckoutCommit?
    /// Whether the history contains a commit; nil if it is cut off, or no history is at hand.
    let contains: @Sendable (String) -> Bool?

    package init(
        commit: CheckoutCommit?, contains: @escaping @Sendable (String) -> Bool? = { _ in nil }
    ) {
        (self.commit, self.contains) = (commit, contains)
    }
}
