import Files
import Foundation
import TestSupport
import Testing

/// Folders: made, listed and removed without ever leaving them.
@Suite struct FilesDirectoriesTests {
    let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test func listsByCodePoint() throws {
        for name in ["b", "a", "Z", "é", "a.b", "a-b", ".hidden", "10", "9"] {
            try folder.write("", to: name)
        }
        #expect(
            try Files.names(in: folder.path)
                == [".hidden", "10", "9", "Z", "a", "a-b", "a.b", "b", "é"])
        #expect(throws: FileError.self) { try Files.names(in: folder["none"]) }
        #expect(throws: FileError.self) { try Files.names(in: folder["a"]) }
    }

    @Test func listsTheSameTwice() throws {
        try folder.write("", to: "a")
        let open = try Folder(folder.path)
        #expect(try open.names() == ["a"])
        try folder.write("", to: "b")
        #expect(try open.names() == ["a", "b"])
    }

    @Test func makesWhatIsMissing() throws {
        for path in ["a/b/c", "a/b/c", "a/b/d/", "a//e"] {
            try Files.createDirectoriesAndSync(folder[path])
            #expect(try Files.kind(folder[path]) == .directory)
        }
        try Files.replaceLinkAndSync(at: folder["l"], pointingTo: "a")
        try Files.createDirectoriesAndSync(folder["l/f"])
        #expect(try Files.kind(folder["a/f"]) == .directory)
    }

    @Test func makesNoFolderWhereAFileIs() throws {
        try folder.write("x", to: "f")
        for path in ["f", "f/g"] {
            #expect(throws: FileError.self) { try Files.createDirectoriesAndSync(folder[path]) }
        }
        #expect(try folder.read("f") == "x")
    }

    @Test func removesTreesAndNothingElse() throws {
        try folder.write("precious", to: "outside/f")
        try folder.write("x", to: "tree/a/b/c/f")
        try folder.write("x", to: "tree/.hidden")
        try Files.replaceLinkAndSync(at: folder["tree/l"], pointingTo: "../outside")
        try Files.replaceLinkAndSync(at: folder["tree/a/dangling"], pointingTo: "nowhere")
        #expect(mkfifo(folder["tree/p"], 0o600) == 0)
        let raw: [CChar] = folder["tree/"].utf8.map(CChar.init(bitPattern:)) + [-1, -2, 0]
        #expect(mkdir(raw, 0o755) == 0)
        #expect(
            try Files.names(in: folder["tree"]) == [".hidden", "a", "l", "p", "\u{FFFD}\u{FFFD}"])
        #expect(try Files.kind(folder["tree/\u{FFFD}\u{FFFD}"]) == nil)
        try Files.removeTree(folder["tree"])
        #expect(try Files.names(in: folder.path) == ["outside"])
        #expect(try folder.read("outside/f") == "precious")
    }

    @Test func removesALinkToAFolderAndNotTheFolder() throws {
        try folder.write("precious", to: "outside/f")
        try Files.replaceLinkAndSync(at: folder["l"], pointingTo: "outside")
        try Files.removeTree(folder["l"])
        #expect(try Files.names(in: folder.path) == ["outside"])
        #expect(try folder.read("outside/f") == "precious")
    }

    @Test func removingNothingIsNoError() throws {
        try Files.removeTree(folder["none"])
        try Files.remove(folder["none"])
        try folder.write("x", to: "f")
        try Files.removeTree(folder["f"])
        #expect(try Files.names(in: folder.path) == [])
    }

    @Test func tooDeepATreeIsAnErrorNotACrash() throws {
        let deep = Array(repeating: "d", count: 70).joined(separator: "/")
        try Files.createDirectoriesAndSync(folder["tree/\(deep)"])
        #expect(throws: FileError.self) { try Files.removeTree(folder["tree"]) }
        // From further down it fits.
        try Files.removeTree(folder["tree/d/d/d/d/d/d/d/d/d/d"])
        try Files.removeTree(folder["tree"])
        #expect(try Files.names(in: folder.path) == [])
    }

    @Test func anOpenFolderStaysTheSameFolder() throws {
        let open = try Folder(folder.path).createFolder("a")
        try Files.rename(folder["a"], to: folder["b"])
        try folder.write("precious", to: "outside/f")
        try Files.replaceLinkAndSync(at: folder["a"], pointingTo: "outside")
        let writer = try open.createFile("new")
        try writer.append([0x31])
        try open.sync()
        #expect(try folder.read("b/new") == "1")
        #expect(try Files.names(in: folder["outside"]) == ["f"])
    }

    @Test func anOpenFolderFollowsNoLink() throws {
        try folder.write("precious", to: "outside/f")
        let open = try Folder(folder.path).createFolder("a")
        try Files.replaceLinkAndSync(at: folder["a/dir"], pointingTo: "../outside")
        try Files.replaceLinkAndSync(at: folder["a/file"], pointingTo: "../outside/f")
        #expect(try open.kind("dir") == .link)
        #expect(try open.kind("none") == nil)
        #expect(throws: FileError.self) { try open.folder("dir") }
        #expect(throws: FileError.self) { try open.file("file") }
        #expect(throws: FileError.self) { try open.createFile("file") }
        #expect(throws: FileError.self) { try open.createFolder("dir") }
        #expect(throws: FileError.self) { try Folder(folder["a/dir"]) }
        #expect(try Folder(folder["a/dir"], followingLink: true).names() == ["f"])
    }

    @Test(arguments: ["", ".", "..", "a/../b", "a//b", "a/", "/etc", "a\0b"])
    func anOpenFolderTakesNamesOnly(_ name: String) throws {
        let open = try Folder(folder.path)
        #expect(throws: FileError.self) { try open.createFile(name) }
        #expect(throws: FileError.self) { try open.createFolder(name) }
        #expect(throws: FileError.self) { try open.folder(name) }
        #expect(throws: FileError.self) { try open.file(name) }
        #expect(throws: FileError.self) { try open.kind(name) }
        #expect(try open.names() == [])
    }

    @Test(arguments: [
        ("/a/b", "/a"), ("/a", "/"), ("/", "/"), ("//", "/"), ("a", "."), ("a/", "."), ("", "."),
        ("a/b", "a"), ("a//b//", "a"), ("./a", "."), ("/a/b/../c", "/a/b/.."),
    ]) func parents(_ path: String, _ parent: String) {
        #expect(Paths.parent(of: path) == parent)
    }
}

/// Removing below an open folder: no link is followed, at the end of the way or on it.
@Suite struct FolderRemovalTests {
    @Test func noLinkOnTheWayIsFollowed() throws {
        let folder = try TemporaryDirectory()
        try folder.write("keep", to: "outside/2024/x")
        try folder.write("x", to: "state/bundles/2018/x")
        #expect(symlink(folder["outside"], folder["state/zips"]) == 0)
        let state = try Folder(folder["state"])
        #expect(throws: FileError.self) { try state.removeTree("zips/2024") }
        #expect(throws: FileError.self) { try state.removeTree("zips/2024/x") }
        #expect(throws: FileError.self) { try state.removeTree("../outside") }
        #expect(throws: FileError.self) { try state.removeTree("") }
        try state.removeTree("bundles/2018")
        try state.removeTree("bundles/2018")
        try state.removeTree("zips")
        #expect(try folder.contents().keys.sorted() == ["outside/2024/x"])
    }
}
