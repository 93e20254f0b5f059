import Files
import JSON
import TUF

/// A zip under way: `downloads/<sha256>.partial`, and beside it what the server said of the file.
///
/// Neither is brought to the disk by force: what a power cut takes away or mixes up is found by hashing,
/// and thrown away.
package final class PartialDownload: PartialFile {
    /// Where the bytes are.
    package let path: String
    private let validatorPath: String
    private var writer: FileWriter?
    package private(set) var lengthBytes = 0
    package private(set) var validator: Validator?

    /// Bytes of what the server said: headers are bounded by the transport, a damaged disk is not.
    private static let validatorBytesMax = 8_192

    /// Finds what an earlier try has left; what cannot be made sense of is as good as nothing.
    ///
    /// - Parameters:
    ///   - folder: the state's `downloads`.
    ///   - sha256: the zip's.
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

    /// Hands on all that is here.
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

    /// Throws away all that is here.
    package func restart(_ validator: Validator?) throws(FetchError) {
        writer = nil
        lengthBytes = 0
        self.validator = validator
        try inSink { () throws(FileError) in
            // Also what stands there instead of a file.
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

    /// Ends with the bytes in place: their file may be renamed.
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
            // A full disk is not kept full by what is of no use yet.
            if error.isNoSpace { discard() }
            throw .sink(error.description)
        }
    }
}
