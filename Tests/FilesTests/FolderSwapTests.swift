import Files
import TestSupport
import Testing

/// A folder on the way becomes a link between a look and an act: the act does nothing elsewhere.
@Suite struct FolderSwapTests {
    struct Act: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let run: @Sendable (Folder) throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (Folder) throws -> Void) {
            (testDescription, self.run) = (name, run)
        }
    }

    /// Everything that changes something below a folder.
    static let acts = [
        Act("replace a file") { try $0.replaceFileAndSync("a/b/c/file", with: [1]) },
        Act("replace a file, syncing its content") {
            try $0.replaceFileSyncingContent("a/b/c/file", with: [1])
        },
        Act("replace a file without sync") {
            try $0.replaceFileWithoutSync("a/b/c/file", with: [1])
        },
        Act("replace files") {
            try $0.replaceFilesAndSync([.init(path: "a/b/c/file", bytes: [1])])
        },
        Act("create a file") { try $0.createFileSyncingContent("a/b/c/new", with: [1]) },
        Act("continue a file") { try $0.continueFile("a/b/c/file").append([1]) },
        Act("create a folder") { _ = try $0.createFolder("a/b/c/new") },
        Act("create folders") { try $0.createFoldersAndSync("a/b/c/new/d") },
        Act("create a link") { try $0.createLink("a/b/c/new", pointingTo: "x") },
        Act("replace a link") { try $0.replaceLinkAndSync("a/b/c/file", pointingTo: "x") },
        Act("rename to elsewhere") { try $0.rename("a/b/c/file", to: "taken") },
        Act("rename from elsewhere") { try $0.rename("mine", to: "a/b/c/file") },
        Act("remove a file") { try $0.remove("a/b/c/file") },
        Act("remove a tree") { try $0.removeTree("a/b/c/tree") },
        Act("remove what is no folder") { try $0.removeUnless(.directory, at: "a/b/c/file") },
        Act("lock a file") { _ = try FileLock(exclusive: "a/b/c/new", in: $0) },
        Act("give access") { try $0.giveAccess(to: "a/b/c/closed", readers: true) },
        Act("give access to a tree") { try $0.giveAccessToTree("a/b/c/tree") },
        Act("separate a file") { _ = try $0.separate("a/b/c/hard") },
    ]

    @Test("an act follows no link that has taken a folder's place", arguments: acts)
    func swapped(_ act: Act) throws {
        for level in ["a", "a/b", "a/b/c"] {
            let folder = try TemporaryDirectory()
            // Elsewhere, too, everything is there that the act would find.
            for place in ["root/a/b/c", "outside/a/b/c"] {
                try folder.write("keep", to: "\(place)/file")
                try folder.write("keep", to: "\(place)/tree/file")
                try folder.write("keep", to: "\(place)/closed")
                try folder.write("keep", to: "\(place)/one")
                try NameRights.closeAndLink(folder, place)
            }
            try folder.write("mine", to: "root/mine")
            let root = try Folder(folder["root"])
            #expect(try root.kind("a/b/c/file") == .file)
            try folder.move("root/\(level)", to: "was")
            try Files.replaceLinkAndSync(
                at: folder["root/\(level)"],
                pointingTo: folder["outside/\(level)"])
            let before = try NameRights.all(folder, "outside")
            try? act.run(root)
            #expect(try NameRights.all(folder, "outside") == before, "\(level)")
        }
    }

    @Test("missing folders are made on the way, and no other name is one")
    func missing() throws {
        let folder = try TemporaryDirectory()
        let root = try Folder(folder.path)
        try root.createFoldersAndSync("a/b/c")
        try root.createFoldersWithoutSync("a/b/d")
        #expect(try root.kind("a/b/c") == .directory && root.kind("a/b/d") == .directory)
        try folder.write("x", to: "file")
        for path in ["a/../b", "", "/a", "file/x", "file"] {
            #expect(throws: FileError.self) { try root.createFoldersAndSync(path) }
        }
        #expect(try folder.contents().keys.sorted() == ["file"])
    }

    @Test("what was opened stays what is worked in, whatever takes its name")
    func anOpenFolderStays() throws {
        let folder = try TemporaryDirectory()
        try folder.write("keep", to: "outside/file")
        let root = try Folder(folder.path).createFolder("root")
        try folder.move("root", to: "was")
        try Files.replaceLinkAndSync(at: folder["root"], pointingTo: "outside")
        try root.replaceFileAndSync("file", with: Array("new".utf8))
        try root.createFoldersAndSync("a/b")
        try root.removeTree("a")
        #expect(try folder.read("outside/file") == "keep")
        #expect(try folder.read("was/file") == "new")
    }
}

/// The contents and modes of a tree.
private enum NameRights {
    /// Closes one file to readers, and gives another a second name.
    static func closeAndLink(_ folder: TemporaryDirectory, _ place: String) throws {
        let script = "chmod 600 \"$0/closed\" \"$0/tree/file\"; ln \"$0/one\" \"$0/hard\""
        guard try Program.run("/bin/sh", ["-c", script, folder[place]]).status == 0 else {
            throw FileError(operation: "close", path: place, code: 0)
        }
    }

    static func all(_ folder: TemporaryDirectory, _ place: String) throws -> String {
        let script =
            "cd \"$0\" && find . -printf '%p %y %m %n %s %l\\n' | sort"
            + " && find . -type f -exec cat {} +"
        return try Program.run("/bin/sh", ["-c", script, folder[place]]).output
    }
}
