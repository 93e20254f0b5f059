import BreakdownRenderer
import CodePoints
import Files

/// A description that was read, together with the file that it is an alias of.
///
/// The check of a season and the cache of checked seasons use the same bytes.
package struct DescriptionSource: Sendable {
    /// The YAML of the season's own author.
    package let file: SourceFile
    package let subject: Subject
    /// The file of another season that it is an alias of; nil if it describes the season itself.
    package let borrowed: BorrowedFile?

    package struct BorrowedFile: Sendable {
        package let path: String
        /// Its bytes, or why they cannot be read: the compiler reports that at the alias.
        package let content: Result<[UInt8], FileError>
    }

    /// Reads the file that a description is an alias of.
    ///
    /// - Parameters:
    ///   - folder: the folder of seasons, where an alias finds the other season.
    package init(_ file: SourceFile, of subject: Subject, in folder: String) {
        self.file = file
        self.subject = subject
        borrowed = Self.alias(in: file).map {
            Self.read("\(folder)/\($0.year)/\(subject.sourceName)")
        }
    }

    /// The alias that a description is; nil for every other text.
    private static func alias(in file: SourceFile) -> DescriptionAlias? {
        guard mayBeAlias(file.bytes), let written = try? WrittenDescription(file) else {
            return nil
        }
        return try? DescriptionAlias.decode(written.json)
    }

    /// True if a text has the word `alias`, or an escape that may hide it; no other text needs parsing.
    private static func mayBeAlias(_ bytes: [UInt8]) -> Bool {
        bytes.contains(UInt8(ascii: "\\"))
            || bytes.withUnsafeBufferPointer { $0.hasPart("alias") }
    }

    private static func read(_ path: String) -> BorrowedFile {
        do throws(FileError) {
            let bytes = try Files.read(path, lengthBytesMax: AuthoringLimits.descriptionBytesMax)
            return BorrowedFile(path: path, content: .success(bytes))
        } catch {
            return BorrowedFile(path: path, content: .failure(error))
        }
    }
}

extension Subject {
    /// The name of the file in a season's folder that describes it.
    var sourceName: String {
        switch self {
        case .match: SeasonSource.descriptionName
        case .insights: SeasonSource.insightsName
        }
    }
}
