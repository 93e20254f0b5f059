import Files
import Foundation
import TestSupport
import Testing

/// Errors tell the caller what to do next, and the person what was tried.
@Suite struct FileErrorTests {
    @Test(arguments: [
        (ENOENT, "not found"), (ENOTDIR, "not found"), (EEXIST, "existing"),
        (ENOTEMPTY, "existing"),
        (ENOSPC, "no space"), (EDQUOT, "no space"), (EACCES, "permission"), (EPERM, "permission"),
        (EROFS, "permission"), (EFBIG, "too long"), (EMFILE, "exhausted"), (ENFILE, "exhausted"),
        (ENOMEM, "exhausted"),
        (EIO, ""),
    ]) func families(_ code: Int32, _ family: String) {
        let error = FileError(operation: "write", path: "/x", code: code)
        let families = [
            error.isNotFound ? "not found" : "", error.isExisting ? "existing" : "",
            error.isNoSpace ? "no space" : "", error.isPermission ? "permission" : "",
            error.isTooLong ? "too long" : "", error.isExhausted ? "exhausted" : "",
        ]
        #expect(families.filter { !$0.isEmpty } == (family.isEmpty ? [] : [family]))
    }

    @Test func sentence() {
        let error = FileError(operation: "write", path: "/x/y", code: ENOSPC)
        #expect(error.description == "cannot write /x/y: No space left on device")
    }

    @Test(.needs(.permissions))
    func aFolderWithoutPermission() throws {
        let folder = try TemporaryDirectory()
        try Files.createDirectoriesAndSync(folder["d"], mode: 0o555)
        let error = #expect(throws: FileError.self) {
            try Files.replaceFileAndSync(at: folder["d/f"], with: [])
        }
        #expect(error?.isPermission == true)
        #expect(try Files.names(in: folder["d"]) == [])
    }
}
