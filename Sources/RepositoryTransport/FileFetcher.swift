import Files
import TUF

/// Fetches from a published directory on a disk: a folder, a mounted stick, `file://`.
public final class FileFetcher: Fetcher {
    private let folder: String
    private let isCancelled: () -> Bool

    /// Bytes read at a time.
    private static let pieceBytes = 64 << 10

    /// Makes a fetcher for a folder; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - folder: the directory that holds `metadata/` and `targets/`.
    ///   - isCancelled: asked before every piece; true ends the transfer.
    public init(folder: String, isCancelled: @escaping () -> Bool = { false }) {
        self.folder = folder
        self.isCancelled = isCancelled
    }

    /// Fetches one file, as ``Fetcher`` says; validators are neither used nor given.
    ///
    /// - Parameters:
    ///   - request: what, and how much of it at most.
    ///   - begin: called before the first piece: a disk is read again, not gone on with.
    ///   - sink: takes the pieces in order.
    /// - Returns: whether the file was there.
    /// - Throws: ``FetchError`` where no such answer was had.
    public func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) throws(FetchError) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        guard let file = try open(path(request)) else { return .absent }
        let piece = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.pieceBytes, alignment: 1)
        defer { piece.deallocate() }
        try begin(FetchBeginning())
        var total = 0
        while true {
            guard !isCancelled() else { throw .cancelled }
            let count = try read(file, into: piece)
            guard count > 0 else { return .found(validator: nil) }
            guard count <= request.lengthBytesMax - total else {
                throw .tooLong(lengthBytesMax: request.lengthBytesMax)
            }
            total += count
            try sink(UnsafeRawBufferPointer(rebasing: piece[..<count]))
        }
    }

    /// Opens a file, or returns nil where the directory has none.
    private func open(_ path: String) throws(FetchError) -> FileReader? {
        do throws(FileError) {
            return try FileReader(path)
        } catch {
            guard error.isNotFound else { throw .unreachable(error.description) }
            // A missing file is an answer, a missing folder is a stick that is not plugged in.
            guard (try? Files.kind(folder)) ?? nil != nil else {
                throw .unreachable(
                    FileError(operation: error.operation, path: folder, code: error.code)
                        .description)
            }
            return nil
        }
    }

    private func read(
        _ file: FileReader, into piece: UnsafeMutableRawBufferPointer
    ) throws(FetchError) -> Int {
        do throws(FileError) {
            return try file.read(into: piece)
        } catch {
            throw .unreachable(error.description)
        }
    }

    /// The file's path below the folder: no segment may lead up, or be hidden in an escape.
    private func path(_ request: FetchRequest) throws(FetchError) -> String {
        var path =
            switch request.base {
            case .metadata: "\(folder)/metadata"
            case .targets: "\(folder)/targets"
            }
        for segment in request.path.split(separator: "/", omittingEmptySubsequences: false) {
            guard let name = PercentEncoding.decode(String(segment)),
                !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/"))
            else { throw .unreachable("\(request.path): expected a path below the repository") }
            path += "/\(name)"
        }
        return path
    }
}
