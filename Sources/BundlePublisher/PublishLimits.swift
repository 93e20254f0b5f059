/// The limits on what the publisher accepts from its home and from repositories.
enum PublishLimits {
    /// Lines of one sample's difference shown in a plan: the longest table has 60.
    static let planLinesMax = 200
    /// Files of the page that draws matches: it has fifteen.
    static let viewerFilesMax = 64
    /// Bytes of one of them: the module has one million.
    static let viewerFileBytesMax = 8 << 20
    /// The most states in a repository's history: limits a command's time and memory.
    static let historyStatesMax = 5_000
    static let configurationBytesMax = 64 << 10
    /// Bytes of a key file, of which ours have up to 900, and of a passphrase file.
    static let keyBytesMax = 4 << 10
    /// Bytes of one page of an object store's listing, which holds a thousand files at most.
    static let objectListingBytesMax = 4 << 20
    /// Pages of an object store's listing: a million files.
    ///
    /// The limit stops a listing without end.
    static let objectPagesMax = 1_000
    /// The least characters of a new passphrase: a shorter one is guessed, whatever a guess costs.
    static let passphraseLengthMin = 8
}
