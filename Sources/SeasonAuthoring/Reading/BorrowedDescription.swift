import BreakdownRenderer
import Files

/// A file of another season that a description is an alias of, read together with the season.
///
/// A season is one source: whoever checks it, and whoever asks whether it was checked before, looks at the
/// same bytes.
package struct BorrowedDescription: Sendable {
    /// The path as an author would name it.
    package let path: String
    /// Its bytes, or why they cannot be read: the compiler says that where the alias stands.
    package let content: Result<[UInt8], FileError>

    /// Reads what a description is an alias of.
    ///
    /// - Parameters:
    ///   - file: the description.
    ///   - folder: the folder of seasons.
    /// - Returns: the other file; nil where the description is its own, or is no description.
    static func of(_ file: SourceFile, in folder: String) -> BorrowedDescription? {
        guard mayBeAlias(file.bytes), let written = try? WrittenDescription(file),
            let alias = try? DescriptionAlias.decode(written.json)
        else { return nil }
        return read("\(folder)/\(alias.year)/\(file.name)")
    }

    /// Reads one file.
    static func read(_ path: String) -> BorrowedDescription {
        do throws(FileError) {
            let bytes = try Files.read(path, lengthBytesMax: AuthoringLimits.descriptionBytesMax)
            return BorrowedDescription(path: path, content: .success(bytes))
        } catch {
            return BorrowedDescription(path: path, content: .failure(error))
        }
    }

    /// Whether a text may have the key `alias`: it stands there as such, or there is an escape.
    private static func mayBeAlias(_ bytes: [UInt8]) -> Bool {
        bytes.contains(UInt8(ascii: "\\")) || bytes.firstRange(of: "alias".utf8) != nil
    }
}

extension SourceFile {
    /// The last part of its path.
    fileprivate var name: Substring {
        path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    }
}
