import Dispatch
import Files
import Synchronization
import TestSupport
import Testing

@testable import BundlePublisher

/// Somebody who can write in the published directory puts links in the place of its levels while a publisher works.
@Suite struct SwappedDestinationTests {
    private static let files = [
        PublishFile(path: "targets/f1/2024/new.bundle.zip", bytes: [1]),
        PublishFile(path: "metadata/9.snapshot.json", bytes: [2]),
        PublishFile(path: "metadata/timestamp.json", bytes: [3]),
    ]
    private static let removed = ["targets/f1/2024/old.bundle.zip", "metadata/1.snapshot.json"]

    private func folder() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        for name in Self.removed + ["metadata/timestamp.json"] {
            try folder.write("keep", to: "site/\(name)")
        }
        return folder
    }

    private static func work(_ destination: FolderDestination) throws(PublishError) {
        _ = try destination.write(files, inOrder: true)
        try destination.remove(removed)
        try destination.removeLeftovers()
    }

    @Test("while it is locked, the directory stays the one that was found")
    func root() throws {
        let folder = try folder()
        try folder.copy("site", to: "elsewhere")
        let before = try folder.contents(of: "elsewhere")
        let destination = FolderDestination(directory: folder["site"])
        _ = try destination.withLock { () throws(PublishError) in
            try? folder.move("site", to: "was")
            try? Files.replaceLinkAndSync(at: folder["site"], pointingTo: folder["elsewhere"])
            try destination.withRoom(for: Self.files) {}
            try Self.work(destination)
        }
        #expect(try folder.contents(of: "elsewhere") == before)
        #expect(
            try folder.contents(of: "was").keys.sorted()
                == [".lock"] + Self.files.map(\.path).sorted())
    }

    @Test(
        "no level that becomes a link while a command works leads it elsewhere",
        arguments: ["metadata", "targets", "targets/f1", "targets/f1/2024"])
    func level(_ level: String) throws {
        let folder = try folder()
        try folder.copy("site/\(level)", to: "elsewhere")
        let before = try folder.contents(of: "elsewhere")
        let isDone = Atomic(false)
        DispatchQueue.concurrentPerform(iterations: 2) { side in
            if side == 0 {
                for _ in 0..<400 {
                    try? folder.move("site/\(level)", to: "was")
                    try? Files.replaceLinkAndSync(
                        at: folder["site/\(level)"], pointingTo: folder["elsewhere"])
                    try? folder.remove("site/\(level)")
                    try? folder.move("was", to: "site/\(level)")
                }
                isDone.store(true, ordering: .releasing)
            } else {
                let destination = FolderDestination(directory: folder["site"])
                while !isDone.load(ordering: .acquiring) {
                    // It fails, or it works; it may make a new folder where there is none for a moment.
                    _ = try? destination.withLock { () throws(PublishError) in
                        try Self.work(destination)
                    }
                }
            }
        }
        #expect(try folder.contents(of: "elsewhere") == before)
    }
}
