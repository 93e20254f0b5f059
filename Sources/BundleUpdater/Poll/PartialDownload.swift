import Files
import JSON
import TUF

/// An unfinished zip: `downloads/<sha256>.partial`, and beside it the server's validators of the file.
///
/// Neither file is synced. If a power cut loses or mixes up bytes, hashing finds that, and the bytes are deleted.
package final class PartialDownload: PartialFile {
    /// Where the bytes are.
    package let path: String
    private let validatorPath: String
    private var writer: FileWriter?
    package private(set) var lengthBytes = 0
    package private(set) var validator: Validator?

    /// The most bytes of the stored validators: the transport limits headers, but a damaged disk may hold
    /// any length.
    private static let validatorBytesMax = 8_192

    /// Finds the bytes of an earlier try; bytes without a use count as absent.
    ///
    /// - Parameters:
    ///   - folder: where partial files lie.
    ///   - sha256: the zip's hash.
    package init(in folder: String, sha256: String) {
        path = "\(folder)/\(sha256).partial"
        validatorPath = "\(folder)/\(sha256).validator"
        guard (try? Files.kind(path)) ?? nil == .file,
            let length = (try? Files.lengthBytes(path)) ?? nil
        else { return }
        lengthBytes = length
        let bytes = try? Files.read(validatorPath, lengthBytesMax: Self.validatorBytesMax)
        guard let bytes, let json = try? JSON.parse(bytes) else { return }
        validator = Validator(
            entityTag: json["entityTag"]?.stringValue,
            lastModified: json["lastModified"]?.stringValue)
    }

    /// Passes on all bytes that are here.
    package func read(_ sink: (UnsafeRawBufferPointer) -> Void) throws(FetchError) {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
        defer { piece.deallocate() }
        try inSink { () throws(FileError) in
            let reader = try FileReader(path)
            while true {
                let count = try reader.read(into: piece)
                guard count > 0 else { return }
                sink(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            }
        }
    }

    /// Deletes all bytes that are here.
    package func restart(_ validator: Validator?) throws(FetchError) {
        writer = nil
        lengthBytes = 0
        self.validator = validator
        try inSink { () throws(FileError) in
            // This also removes anything else in the place of the file.
            try Files.removeTree(path)
            try Files.removeTree(validatorPath)
            guard let validator else { return }
            var object = JSONObject()
            object["entityTag"] = validator.entityTag.map { .string($0) }
            object["lastModified"] = validator.lastModified.map { .string($0) }
            try FileWriter(validatorPath, .creating(mode: 0o644))
                .append(JSON.object(object).serialized())
        }
    }

    /// Adds a piece at the end.
    package func append(_ piece: UnsafeRawBufferPointer) throws(FetchError) {
        try inSink { () throws(FileError) in
            if writer == nil {
                if lengthBytes == 0 { try Files.removeTree(path) }
                writer = try FileWriter(path, .continuing(mode: 0o644))
            }
            try writer?.append(piece)
        }
        lengthBytes += piece.count
    }

    /// Closes the file, so that it may be renamed.
    package func close() {
        writer = nil
        try? Files.remove(validatorPath)
    }

    private func discard() {
        writer = nil
        lengthBytes = 0
        try? Files.removeTree(path)
        try? Files.removeTree(validatorPath)
    }

    private func inSink(_ body: () throws(FileError) -> Void) throws(FetchError) {
        do throws(FileError) {
            try body()
        } catch {
            // If the disk is full, bytes without a use yet must not keep it full.
            if error.isNoSpace { discard() }
            throw .sink(error.description)
        }
    }
}
