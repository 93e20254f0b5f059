import BreakdownRenderer
import BundleFormat
import Files
import Glibc
import Text

/// A season that was read: all files that its check needs, with its aliases resolved.
package struct SeasonSource: Sendable {
    package let year: BundleYear
    /// `match.yaml`.
    package let description: DescriptionSource
    /// `insights.yaml`; nil if the season has none.
    package let insights: DescriptionSource?
    /// The matches and statistics under `samples/`, by name.
    package let samples: [SampleSource]

    static let descriptionName = "match.yaml"
    static let insightsName = "insights.yaml"

    package var descriptions: [DescriptionSource] { [description] + (insights.map { [$0] } ?? []) }
}

/// A real match, or an event's statistics, and the table it is expected to give.
package struct SampleSource: Sendable {
    /// The name without `.json`.
    package let name: String
    package let match: SourceFile
    /// Where its table is, or will be.
    let expectedPath: String
    /// The table; nil if none was written yet.
    package let expected: SourceFile?
}

/// A text file of an author, without what depends on the editor or on the checkout: every line ends with a
/// line feed, and there is no byte order mark.
///
/// So the same commit has the same content on Windows and on Linux. Lines keep their numbers.
package struct SourceFile: Equatable, Sendable {
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = Self.withLineFeeds(Self.withoutMark(bytes))
    }

    /// The bytes without the byte order mark that editors on Windows put at the beginning; it says nothing.
    package static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    /// A carriage return that does not end a line stays: the checks report it.
    private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
        guard hasCarriageReturn(bytes) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            // A checkout of such a file may add a second one.
            while byte == UInt8(ascii: "\n"), result.last == UInt8(ascii: "\r") {
                result.removeLast()
            }
            result.append(byte)
        }
        return result
    }

    private static func hasCarriageReturn(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memchr($0, 0x0D, bytes.count) != nil } ?? false
        }
    }
}

/// A description that was read, together with the file that it is an alias of.
///
/// The check of a season and the hash of its source files use the same bytes.
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
    package init(
        _ file: SourceFile, of subject: Subject, in folder: String,
        from files: any SeasonFiles = FilesOnDisk()
    ) {
        self.file = file
        self.subject = subject
        borrowed = Self.alias(in: file).map {
            Self.read("\(folder)/\($0.year)/\(subject.sourceName)", from: files)
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

    private static func read(_ path: String, from files: any SeasonFiles) -> BorrowedFile {
        do throws(FileError) {
            let bytes = try files.read(path, lengthBytesMax: AuthoringLimits.descriptionBytesMax)
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
