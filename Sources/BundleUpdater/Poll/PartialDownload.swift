import Files
import JSON
import SeasonClient
import TUF

/// An unfinished zip: `downloads/<sha256>.partial`, and next to it the server's validators of the file.
///
/// Neither file is synced. If a power cut loses or mixes up bytes, hashing finds that, and the bytes are deleted.
final class PartialDownload: PartialFile {
    /// Where the bytes are.
    let path: String
    private let state: StateFolder
    /// Their names below the state folder.
    private let name: String
    private let validatorName: String
    private var writer: FileWriter?
    private(set) var lengthBytes = 0
    private(set) var validator: Validator?

    /// The most bytes of the stored validators: the transport limits headers, but a damaged disk may hold
    /// any length.
    private static let validatorBytesMax = 8_192

    /// Finds the bytes of an earlier try; bytes without a use count as absent.
    init(in state: StateFolder, sha256: String) {
        self.state = state
        path = "\(state.downloads)/\(sha256).partial"
        name = state.name(of: path)
        validatorName = state.name(of: "\(state.downloads)/\(sha256).validator")
        guard let folder = try? state.open(), let entry = (try? folder.entry(name)) ?? nil,
            entry.kind == .file
        else { return }
        lengthBytes = entry.lengthBytes
        let bytes = try? folder.read(validatorName, lengthBytesMax: Self.validatorBytesMax)
        guard let bytes, let json = try? JSON.parse(bytes) else { return }
        validator = Validator(
            entityTag: json["entityTag"]?.stringValue,
            lastModified: json["lastModified"]?.stringValue)
    }

    /// Passes on all bytes that are here.
    func read(_ sink: (UnsafeRawBufferPointer) -> Void) throws(FetchError) {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
        defer { piece.deallocate() }
        try inSink { () throws(FileError) in
            let reader = try state.open().file(name)
            while true {
                let count = try reader.read(into: piece)
                guard count > 0 else { return }
                sink(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            }
        }
    }

    /// Deletes all bytes that are here.
    func restart(_ validator: Validator?) throws(FetchError) {
        writer = nil
        lengthBytes = 0
        self.validator = validator
        try inSink { () throws(FileError) in
            // This also removes a folder or a link of that name.
            let folder = try state.open()
            try folder.removeTree(name)
            try folder.removeTree(validatorName)
            guard let validator else { return }
            var object = JSONObject()
            object["entityTag"] = validator.entityTag.map { .string($0) }
            object["lastModified"] = validator.lastModified.map { .string($0) }
            try folder.createFile(validatorName)
                .append(JSON.object(object).serialized())
        }
    }

    /// Adds a piece at the end.
    func append(_ piece: UnsafeRawBufferPointer) throws(FetchError) {
        try inSink { () throws(FileError) in
            if writer == nil {
                let folder = try state.open()
                if lengthBytes == 0 { try folder.removeTree(name) }
                writer = try folder.continueFile(name)
            }
            try writer?.append(piece)
        }
        lengthBytes += piece.count
    }

    /// Closes the file, so that it may be renamed.
    func close() {
        writer = nil
        try? state.open().remove(validatorName)
    }

    private func discard() {
        writer = nil
        lengthBytes = 0
        try? state.remove(name)
        try? state.remove(validatorName)
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
