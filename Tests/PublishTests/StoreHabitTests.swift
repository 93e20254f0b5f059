import Foundation
import TUF
import Testing

@testable import BundlePublisher

/// Publishing into object stores with every habit that we know, each against a store on loopback.
@Suite struct StoreHabitTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let habits: FakeStore.Habits
        /// Whether its lock is no lock, which is said once.
        let isSaid: Bool

        init(_ name: String, _ habits: FakeStore.Habits, isSaid: Bool) {
            (testDescription, self.habits, self.isSaid) = (name, habits, isSaid)
        }
    }

    static let stores = [
        Case("conditions hold", .init(), isSaid: false),
        Case("conditions are ignored", .init(ignoresConditions: true), isSaid: true),
        Case("conditions are refused", .init(knowsNoConditions: true), isSaid: true),
        Case("lists are denied", .init(deniesLists: true), isSaid: false),
        Case("the store is busy at first", .init(busyCount: 2), isSaid: false),
    ]

    @Test(arguments: stores) func onePublisherCommits(_ example: Case) throws {
        let store = try FakeStore(example.habits)
        var notices: [String] = []
        let destination = try store.destination { notices.append($0) }
        for number in [1, 2] {
            let written = try destination.withLock { () throws(PublishError) in
                #expect(store[".lock"] != nil)
                return try destination.write([Self.root, Self.timestamp(number)], inOrder: true)
            }
            #expect(written.last == PublishFile.timestampPath)
            #expect(store[PublishFile.timestampPath] == Array("\(number)".utf8))
            #expect(store[".lock"] == nil)
        }
        #expect(notices.count == (example.isSaid ? 1 : 0))
        #expect(notices.allSatisfy { $0.contains("let only one publish") })
    }

    @Test(arguments: stores) func aLockKeepsTheSecondPublisherOut(_ example: Case) throws {
        let store = try FakeStore(example.habits)
        let first = try store.destination()
        var notices: [String] = []
        let second = try store.destination { notices.append($0) }
        _ = try first.withLock { () throws(PublishError) in
            let lock = store[".lock"]
            let told = trouble { try second.withLock { () throws(PublishError) in } }
            #expect(told?.message.contains("found another one at work") == true)
            #expect(store[".lock"] == lock)
        }
        #expect(notices.last?.contains("locked by") == true, "\(notices)")
    }

    /// The other publisher takes the lock between our look and our PUT.
    @Test(arguments: stores) func aLockThatIsOverwrittenStopsTheCommit(_ example: Case) throws {
        let store = try FakeStore(example.habits)
        let destination = try store.destination()
        let told = trouble {
            _ = try destination.withLock { () throws(PublishError) in
                store[".lock"] = Array("another publisher's".utf8)
                return try destination.write([Self.timestamp(1)], inOrder: true)
            }
        }
        #expect(told?.message.contains("expected our lock") == true, "\(told.debugDescription)")
        #expect(store[PublishFile.timestampPath] == nil)
    }

    @Test(arguments: stores) func whatNeverChangesIsNotOverwritten(_ example: Case) throws {
        let store = try FakeStore(example.habits)
        store["metadata/1.root.json"] = Array("another".utf8)
        let destination = try store.destination()
        #expect(throws: PublishError.self) {
            try destination.withLock { () throws(PublishError) in
                try destination.write([Self.root], inOrder: true)
            }
        }
        #expect(store["metadata/1.root.json"] == Array("another".utf8))
    }

    /// Once, or at each of the four tries.
    @Test(arguments: stores, [1, 4]) func aCommitWhoseAnswerIsLostIsNoFailure(
        _ example: Case, _ count: Int
    ) throws {
        let store = try FakeStore(example.habits)
        let destination = try store.destination()
        for number in [1, 2] {
            store.habits.losesAnswers = ["PUT bundles/metadata/timestamp.json": count]
            #expect(try Self.commit(number, to: destination) == [PublishFile.timestampPath])
            #expect(store[PublishFile.timestampPath] == Array("\(number)".utf8))
        }
    }

    @Test func aCommitWithoutAnyAnswerIsSaidToBeUnknown() throws {
        let store = try FakeStore()
        let destination = try store.destination()
        let told = trouble {
            _ = try destination.withLock { () throws(PublishError) in
                store.before = { request in
                    guard request == "PUT bundles/metadata/timestamp.json" else { return }
                    store.habits.losesAnswers = ["GET bundles/metadata/timestamp.json": 9]
                }
                return try destination.write([Self.timestamp(1)], inOrder: true)
            }
        }
        #expect(told?.message.contains("may be live or not") == true)
    }

    @Test(arguments: stores) func aLockWhoseAnswerIsLostIsNotLeftBehind(_ example: Case) throws {
        for count in [1, 4] {
            let store = try FakeStore(example.habits)
            store.habits.losesAnswers = ["PUT bundles/.lock": count]
            _ = try? store.destination().withLock { () throws(PublishError) in true }
            #expect(store[".lock"] == nil)
            store.habits.losesAnswers = [:]
            let isDone = try store.destination().withLock { () throws(PublishError) in true }
            #expect(isDone == true)
        }
    }

    @Test func aTimestampThatIsNotKeptIsAnError() throws {
        let store = try FakeStore(.init(forgets: ["bundles/metadata/timestamp.json"]))
        let destination = try store.destination()
        let told = trouble { try Self.commit(1, to: destination) }
        #expect(
            told?.message
                == "\(store.address)/metadata/timestamp.json: expected the file that was just "
                + "written, found another one or none")
    }

    @Test func aLockThatIsNotKeptIsFoundBeforeAnythingIsWritten() throws {
        let store = try FakeStore(.init(forgets: ["bundles/.lock"]))
        let destination = try store.destination()
        let told = trouble { _ = try destination.withLock { () throws(PublishError) in true } }
        #expect(told?.message.contains("expected the file that was just written") == true)
    }

    @Test func aWrongRegionNamesTheRightOne() throws {
        let store = try FakeStore(.init(region: "eu-west-1"))
        let destination = try store.destination()
        let told = trouble { _ = try destination.withLock { () throws(PublishError) in true } }
        #expect(told?.remedy == "set AWS_REGION to eu-west-1")
    }

    private static let root = PublishFile(path: "metadata/1.root.json", bytes: [1])

    @discardableResult
    private static func commit(
        _ number: Int, to destination: ObjectStoreDestination
    ) throws -> [String] {
        try destination.withLock { () throws(PublishError) in
            try destination.write([timestamp(number)], inOrder: true)
        }
    }

    private static func timestamp(_ number: Int) -> PublishFile {
        PublishFile(path: PublishFile.timestampPath, bytes: Array("\(number)".utf8))
    }
}
