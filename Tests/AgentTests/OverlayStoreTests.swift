@testable import BundleUpdater
import Files
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// What a refresh stores is in memory first, and on the disk all at once.
@Suite struct OverlayStoreTests {
    private let folder: TemporaryDirectory
    private let base: MetadataFolder
    private let store: OverlayStore

    init() throws {
        folder = try TemporaryDirectory()
        base = MetadataFolder(StateFolder(folder.path), mends: true)
        store = OverlayStore(over: base)
        try folder.write("old", to: "metadata/a")
        try folder.write("old", to: "metadata/b")
    }

    /// What a store has of `a`, `b` and `c`.
    private func texts(_ store: any MetadataStore) throws -> [String?] {
        var texts: [String?] = []
        for name in ["a", "b", "c"] {
            let bytes = try store.load(name, lengthBytesMax: 9)
            texts.append(bytes.map { String(decoding: $0, as: UTF8.self) })
        }
        return texts
    }

    @Test func isReadBeforeItIsOnTheDisk() throws {
        store.store(Array("new".utf8), as: "a")
        store.remove("b")
        store.remove("c")
        store.store(Array("new".utf8), as: "c")
        #expect(try texts(store) == ["new", nil, "new"])
        #expect(try texts(base) == ["old", "old", nil])
        try store.commit()
        #expect(try texts(base) == ["new", nil, "new"])
        #expect(try Files.names(in: folder["metadata"]) == ["a", "c"])
    }

    @Test func whatCannotBeWrittenStaysInMemory() throws {
        let store = OverlayStore(over: MetadataFolder(StateFolder(folder["none"]), mends: true))
        store.store([1], as: "x")
        #expect(throws: StoreError.self) { try store.commit() }
        #expect(try store.load("x", lengthBytesMax: 9) == [1])
    }

    /// What a new root revokes must not lie beside it, whatever happens to what replaces it.
    @Test func whatIsRemovedIsGoneBeforeItComesAgain() throws {
        store.remove("a")
        store.store(Array("new".utf8), as: "a")
        // No name that a file may have.
        store.store([1], as: String(repeating: "x", count: 300))
        #expect(throws: StoreError.self) { try store.commit() }
        #expect(try texts(base) == [nil, "old", nil])
    }

    @Test func aFolderInAFilesPlaceIsReplaced() throws {
        try folder.write("", to: "d/inside")
        store.store([1], as: "d")
        try store.commit()
        #expect(try base.load("d", lengthBytesMax: 9) == [1])
    }
}
