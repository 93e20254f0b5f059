import Files
import SeasonClient
import Testing

@testable import BundleUpdater

/// Who polls in a state folder, and what that user must be able to do there.
@Suite struct StateUserTests {
    struct Case: Sendable {
        let owner: UInt32
        let mode: UInt32
        var polled: [UInt32] = []
        var others: [UInt32] = []
        let asker: UInt32
        var isWritable = true
        let user: UInt32?
    }

    static let users: [Case] = [
        // There was no poll.
        Case(owner: 7, mode: 0o755, asker: 7, user: nil),
        // A volume of root's.
        Case(owner: 0, mode: 0o2777, polled: [7, 7], asker: 0, user: 7),
        // Root came by: the lock is older than the report.
        Case(owner: 7, mode: 0o755, polled: [0, 7], asker: 0, user: 7),
        Case(owner: 0, mode: 0o2777, polled: [0, 0], others: [0, 7], asker: 0, user: 7),
        // Root runs the agent; one file belongs to a user without the right to write there.
        Case(owner: 0, mode: 0o755, polled: [0, 0], others: [0, 7], asker: 0, user: 0),
        // Everything is root's: who can write there asks for itself.
        Case(owner: 0, mode: 0o2777, polled: [0, 0], asker: 7, user: 7),
        Case(owner: 7, mode: 0o755, polled: [0, 0], asker: 7, user: 7),
        Case(owner: 0, mode: 0o755, polled: [0, 0], asker: 7, isWritable: false, user: 0),
        // A guest.
        Case(owner: 0, mode: 0o2777, polled: [7, 7], asker: 8, user: 7),
    ]

    @Test(arguments: users.indices) func whoPolls(_ at: Int) {
        let row = Self.users[at]
        let found = StateUser.find(
            StateUser.Facts(
                folder: FileFacts(path: "/s", owner: row.owner, mode: row.mode, isFolder: true),
                polled: row.polled, others: row.others, asker: row.asker,
                isWritable: row.isWritable))
        #expect(found == row.user)
    }

    struct Row: Sendable {
        var owner: UInt32 = 0
        var mode: UInt32
        var isFolder = false
        var isWrittenInPlace = false
        var isReplaceable = true
        let isUsable: Bool
    }

    static let rows: [Row] = [
        Row(mode: 0o644, isUsable: true),
        Row(mode: 0o600, isUsable: false),
        Row(owner: 7, mode: 0o000, isUsable: true),
        Row(mode: 0o644, isWrittenInPlace: true, isUsable: false),
        Row(mode: 0o664, isWrittenInPlace: true, isUsable: true),
        Row(mode: 0o755, isFolder: true, isUsable: false),
        Row(mode: 0o2777, isFolder: true, isUsable: true),
        // A sticky folder keeps everybody's own files.
        Row(mode: 0o644, isReplaceable: false, isUsable: false),
    ]

    @Test(arguments: rows.indices) func whatAPollMustBeAbleToDo(_ at: Int) {
        let row = Self.rows[at]
        let file = FileFacts(path: "/s/x", owner: row.owner, mode: row.mode, isFolder: row.isFolder)
        var entry = StateEntry(file, FileRights(on: file, of: 7, asker: 0))
        entry.isReplaceable = row.isReplaceable
        entry.isWrittenInPlace = row.isWrittenInPlace
        #expect(entry.isUsable(by: 7) == row.isUsable)
        #expect(entry.isUsable(by: 0))
    }
}
