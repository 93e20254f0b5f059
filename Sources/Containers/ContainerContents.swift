/// What was found in a container so far; refuses an entry that is strange, comes twice or is too large.
struct ContainerContents {
    private let limits: ContainerLimits
    private var names: Set<[String]> = []
    private var entries = 0
    private var namesBytes = 0
    private var files = 0
    private var filesBytes = 0
    /// The folder of the first file of a repository.
    private var folder: String?
    private var hasTimestamp = false
    /// The first folder that has a timestamp too deep to be found.
    private var deeper = ""

    /// Starts with nothing.
    init(_ limits: ContainerLimits) { self.limits = limits }

    /// Adds an entry.
    ///
    /// - Returns: its place in the repository; nil for a folder or a file that no repository has.
    mutating func add(_ entry: ArchiveHandle.Entry) throws(ContainerProblem) -> RepositoryPlace? {
        entries += 1
        guard entries <= limits.entriesMax else { throw .tooMuch(.entries) }
        let bytes = entry.name ?? []
        let shown = ContainerStream.short(String(decoding: bytes.prefix(256), as: UTF8.self))
        namesBytes += bytes.count
        guard namesBytes <= limits.namesBytesMax else { throw .tooMuch(.names) }
        let name: EntryName
        do throws(EntryProblem) {
            if let problem = entry.problem { throw problem }
            name = try EntryName(bytes, lengthBytesMax: limits.nameBytesMax)
            // Tools write a folder again before each of its files.
            guard !entry.isFolder else { return nil }
            guard names.insert(name.segments).inserted else { throw .twice }
        } catch {
            throw .entry(name: shown, error)
        }
        guard let place = RepositoryPlace(name, limits) else {
            if deeper.isEmpty, name.segments.suffix(2) == ["metadata", "timestamp.json"] {
                deeper = ContainerStream.short(name.segments.dropLast(2).joined(separator: "/"))
            }
            return nil
        }
        try add(place)
        return place
    }

    private mutating func add(_ place: RepositoryPlace) throws(ContainerProblem) {
        files += 1
        guard files <= limits.filesMax else { throw .tooMuch(.files) }
        if let folder, folder != place.folder {
            throw .twoRepositories(
                ContainerStream.short(folder), ContainerStream.short(place.folder))
        }
        folder = place.folder
        hasTimestamp = hasTimestamp || place.name.path == "metadata/timestamp.json"
    }

    /// Counts the bytes of one file.
    mutating func addBytes(_ count: Int) throws(ContainerProblem) {
        filesBytes += count
        guard filesBytes <= limits.filesBytesMax else { throw .tooMuch(.filesBytes) }
    }

    /// Refuses a container without a repository's timestamp.
    func requireRepository() throws(ContainerProblem) {
        guard hasTimestamp else { throw .noRepository(deeper: deeper) }
    }
}
