import Glibc

/// Makes the new one under a temporary name in the same folder and renames it: readers find the old one or the new one.
struct FileReplacement {
    let folder: Folder
    let name: String
    /// The path for messages: the temporary name is different each time.
    private let path: String

    init(_ base: Folder, _ path: String) throws(FileError) {
        self.path = base.path(of: path)
        (folder, name) = try asWriting(self.path) { () throws(FileError) in try base.place(path) }
    }

    /// After an error the old one is untouched; if `make` throws, it leaves nothing under the temporary name.
    func replace(
        _ make: (_ folder: Folder, _ temporary: String) throws(FileError) -> Void
    ) throws(FileError) {
        try asWriting(path) { () throws(FileError) in
            let temporary = try TemporaryName().firstFree { (name) throws(FileError) in
                try make(folder, name)
            }
            do throws(FileError) {
                try folder.rename(temporary, to: name)
            } catch {
                try? folder.remove(temporary)
                throw error
            }
        }
    }

    /// Does the same as ``replace(_:)`` and returns when the disk has the new name.
    func replaceAndSync(
        _ make: (_ folder: Folder, _ temporary: String) throws(FileError) -> Void
    ) throws(FileError) {
        try replace(make)
        try folder.sync()
    }
}

/// Runs file work whose error names the file that a caller knows.
func asWriting<Value>(
    _ path: String, _ body: () throws(FileError) -> Value
) throws(FileError) -> Value {
    do throws(FileError) {
        return try body()
    } catch {
        throw FileError(operation: "write", path: path, code: error.code)
    }
}

/// Finds a temporary name that no file in a folder has.
struct TemporaryName {
    private static let attemptsMax = 10_000

    var first = 0

    /// `make` throws `EEXIST` if a name is taken: by another thread, or by a killed process that had the same number.
    func firstFree(
        _ make: (_ temporary: String) throws(FileError) -> Void
    ) throws(FileError) -> String {
        var count = first
        while true {
            let temporary = "\(Files.temporaryPrefix)\(getpid())-\(count)"
            do throws(FileError) {
                try make(temporary)
                return temporary
            } catch {
                guard error.code == EEXIST, count < first + Self.attemptsMax else { throw error }
                count += 1
            }
        }
    }
}
