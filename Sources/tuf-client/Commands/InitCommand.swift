import Files
import TUF

/// `init`: makes a root the one to start from, without asking the repository.
struct InitCommand {
    private let rootFile: String
    private let request: Request

    /// Takes the root file and what else was typed.
    init(_ rootFile: String, _ request: Request) {
        self.rootFile = rootFile
        self.request = request
    }

    /// Does it.
    func run() throws(ClientError) {
        let store = try request.store()
        let root = try mapFileErrors(to: ClientError.file) { () throws(FileError) in
            try Files.read(rootFile, lengthBytesMax: ClientLimits.rootBytesMax)
        }
        var updater = Updater(
            packagedRoot: root, store: MemoryStore(), fetcher: MemoryFetcher(metadata: []),
            now: try Clock.now())
        // That it is a root signed by its own keys; it may have expired.
        _ = try inUpdate { () throws(UpdateError) in try updater.loadTrusted() }
        try store.initialize(root: root)
    }
}
