import Glibc

/// Replaces a file or link by a new one, in one step.
///
/// The new one is made under a temporary name in the same folder and then renamed. A reader finds the old one or
/// the new one at every moment.
struct FileReplacement {
    let folder: Folder
    let name: String
    /// The path for messages: the temporary name is different each time.
    private let path: String

    /// Finds the folder that the name is in.
    init(_ base: Folder, _ path: String) throws(FileError) {
        self.path = base.path(of: path)
        (folder, name) = try asWriting(self.path) { () throws(FileError) in try base.place(path) }
    }

    /// Makes the new file or link and renames it to the path.
    ///
    /// - Parameter make: makes it under the temporary name; if it throws, it leaves nothing there.
    /// - Throws: ``FileError``; then the old one is untouched and nothing is left over.
    func replace(
        _ make: (_ folder: Folder, _ temporary: String) throws(FileError) -> Void
    ) throws(FileError) {
        try asWriting(path) { () throws(FileError) in
            let temporary = try TemporaryName(in: folder).firstFree { (name) throws(FileError) in
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

    private let folder: Folder
    private let first: Int

    /// Names a folder.
    init(in folder: Folder, from first: Int = 0) {
        self.folder = folder
        self.first = first
    }

    /// Makes something under the first free name.
    ///
    /// Other threads of this process may have taken names, and so may a killed process that had the same number.
    ///
    /// - Parameter make: makes it; if the name is taken, it throws `EEXIST`, and the next name is tried.
    /// - Throws: ``FileError``, as `make` threw it.
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
