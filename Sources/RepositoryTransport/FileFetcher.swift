import Files
import TUF
import WebTransport

/// Fetches from a published directory on a disk: a folder, a mounted stick, `file://`.
///
/// The directory itself may be a link. Below it no link is followed, so a stick cannot make this
/// process read other files of the machine.
public final class FileFetcher: Fetcher {
    private let folder: String
    private let isCancelled: () -> Bool

    private static let pieceBytes = 64 << 10

    /// Makes a fetcher for a folder and opens nothing yet.
    ///
    /// - Parameter isCancelled: called before every piece; true ends the transfer.
    public init(folder: String, isCancelled: @escaping () -> Bool = { false }) {
        self.folder = folder
        self.isCancelled = isCancelled
    }

    /// Fetches one file, as ``Fetcher`` says; it neither uses nor gives validators.
    public func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        guard let file = try open(names(request)) else { return .absent }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceBytes, alignment: 1)
        defer { piece.deallocate() }
        begin(FetchBeginning())
        var total = 0
        while true {
            guard !isCancelled() else { throw .cancelled }
            let count = try converting { () throws(FileError) in try file.read(into: piece) }
            guard count > 0 else { return .found }
            guard count <= request.lengthBytesMax - total else {
                throw .tooLong(lengthBytesMax: request.lengthBytesMax)
            }
            total += count
            try sink(UnsafeRawBufferPointer(rebasing: piece[..<count]))
        }
    }

    /// Folder by folder, so that no link below the directory is followed, not even one that is made meanwhile.
    private func open(_ names: [String]) throws(FetchError) -> FileReader? {
        // A missing file is an answer. A missing directory means that the stick is not plugged in.
        var place = try converting { () throws(FileError) in
            try Folder(folder, followingLink: true)
        }
        for (at, name) in names.enumerated() {
            let isLast = at == names.count - 1
            do throws(FileError) {
                if isLast { return try place.file(name) }
                place = try place.folder(name)
            } catch {
                if (try? place.kind(name)) == .link {
                    throw .unreachable(
                        "\(place.path)/\(name): expected a \(isLast ? "file" : "folder"), found a"
                            + " symbolic link, which is not followed; put the"
                            + " \(isLast ? "file" : "folder") itself there")
                }
                guard error.isNotFound else { throw .unreachable(error.description) }
                return nil
            }
        }
        return nil
    }

    private func converting<Value>(
        _ body: () throws(FileError) -> Value
    ) throws(FetchError) -> Value {
        try mapFileErrors(to: { FetchError.unreachable($0.description) }, body)
    }

    /// Below the folder; no name may lead upwards, or contain a `/` in an escape.
    private func names(_ request: FetchRequest) throws(FetchError) -> [String] {
        var names =
            switch request.base {
            case .metadata: ["metadata"]
            case .targets: ["targets"]
            }
        for segment in request.path.split(separator: "/", omittingEmptySubsequences: false) {
            guard let name = PercentEncoding.decode(String(segment)),
                !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/"))
            else { throw .unreachable("\(request.path): expected a path below the repository") }
            names.append(name)
        }
        return names
    }
}
