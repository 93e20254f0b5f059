import Files
import TUF

/// `init`: stores the root from which the client starts, without asking the repository.
struct InitCommand {
    private let rootFile: String
    private let request: Request

    /// Makes the command from the root file and the request.
    init(_ rootFile: String, _ request: Request) {
        self.rootFile = rootFile
        self.request = request
    }

    /// Runs the command.
    func run() throws(ClientError) {
        let store = try request.store()
        let root = try mapFileErrors(to: ClientError.file) { () throws(FileError) in
            try Files.read(rootFile, lengthBytesMax: ClientLimits.rootBytesMax)
        }
        var updater = Updater(
            packagedRoot: root, store: MemoryStore(), fetcher: MemoryFetcher(metadata: []),
            now: try Clock.now())
        // Check that it is a root signed by its own keys; it may have expired.
        _ = try inUpdate { () throws(UpdateError) in try updater.loadTrusted() }
        try store.initialize(root: root)
    }
}
