import Files
import Foundation
import TestSupport
import Testing

/// Folders that lie in each other, however they are named.
@Suite struct PathsTests {
    @Test(
        arguments: [
            ("a", "a", true), ("a", "a/b", true), ("a/b", "a", true), ("a", "b", false),
            ("a", "ab", false), ("a/", "./a/c", true), ("link", "a", true),
            ("link/new/x", "a", true),
            ("new", "new/deep/er", true), ("", "new", true), ("new", "newer", false),
            ("a/../c", "c", true),
        ])
    func foldersAreNested(_ path: String, _ other: String, _ areNested: Bool) throws {
        let folder = try TemporaryDirectory()
        try folder.write("x", to: "a/b/x")
        try folder.write("x", to: "c/x")
        try FileManager.default.createSymbolicLink(
            atPath: folder["link"], withDestinationPath: folder["a"])
        #expect(Paths.areNested(folder[path], folder[other]) == areNested)
        #expect(Paths.areNested(folder[other], folder[path]) == areNested)
    }
}
