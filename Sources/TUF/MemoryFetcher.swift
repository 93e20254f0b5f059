/// A repository in memory over another one: a publisher verifies new files with it before it writes them.
package final class MemoryFetcher: Fetcher {
    private var files: [FetchRequest.Base: [String: [UInt8]]]
    private let underlying: (any Fetcher)?

    /// Asks `underlying` for every file that is not in memory; without it such a file does not exist.
    package init(
        metadata: [MetadataFile], targets: [String: [UInt8]] = [:],
        over underlying: (any Fetcher)? = nil
    ) {
        files = [.targets: targets]
        for file in metadata { files[.metadata, default: [:]][file.name] = file.bytes }
        self.underlying = underlying
    }

    package func fetch(
        _ request: FetchRequest,
        begin: (FetchBeginning) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        guard let bytes = files[request.base]?[request.path] else {
            return try underlying?.fetch(request, begin: begin, sink: sink) ?? .absent
        }
        guard bytes.count <= request.lengthBytesMax else {
            throw .tooLong(lengthBytesMax: request.lengthBytesMax)
        }
        begin(FetchBeginning())
        try bytes.withUnsafeBufferPointer { (piece) throws(FetchError) in
            try sink(UnsafeRawBufferPointer(piece))
        }
        return .found
    }
}
