import Files
import TUF

/// `init`: makes a root the one to start from, without asking the repository.
struct InitCommand {
    private let rootFile: String
    private let flags: Flags

    /// Takes the root file and the flags as typed.
    init(_ rootFile: String, _ flags: Flags) {
        self.rootFile = rootFile
        self.flags = flags
    }

    /// Does it.
    func run() throws(ClientError) {
        let store = try flags.store()
        let root = try onDisk { () throws(FileError) in
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
