import BreakdownRenderer
import BundleFormat
import Files

/// A place where compiled seasons lie.
enum BundleSource: Equatable {
    /// A folder that the command line names.
    case folder(String)
    /// The set that an agent serves.
    case agent(String)
    /// The seasons inside this program.
    case embedded

    /// Reads one file.
    ///
    /// - Parameter path: from the source's top: `2024/match.json`.
    /// - Returns: its bytes, or nil where there is no such file.
    /// - Throws: `FileError` where there is one that cannot be read.
    func read(_ path: String) throws(FileError) -> [UInt8]? {
        switch self {
        case .folder(let folder), .agent(let folder):
            do throws(FileError) {
                return try Files.read(
                    "\(folder)/\(path)", lengthBytesMax: BreakdownLimits.bundleFileBytesMax)
            } catch {
                guard error.isNotFound else { throw error }
                return nil
            }
        case .embedded: return EmbeddedFile.read(path)
        }
    }

    /// The name of a file in messages.
    ///
    /// - Parameter path: from the source's top.
    /// - Returns: the file's path, or words.
    func name(of path: String) -> String {
        switch self {
        case .folder(let folder), .agent(let folder): "\(folder)/\(path)"
        case .embedded: "embedded \(path)"
        }
    }

    /// The seasons that lie here; none where the place cannot be read.
    var years: [BundleYear] {
        switch self {
        case .folder(let folder), .agent(let folder):
            // A folder behind a link is listed by its own name with a slash behind it.
            ((try? Files.names(in: "\(folder)/.")) ?? []).compactMap { BundleYear($0) }
        case .embedded: EmbeddedFile.paths.compactMap { BundleYear(String($0.prefix(4))) }
        }
    }

    /// Which content of a season lies here, and where it came from.
    ///
    /// - Parameter year: the season.
    /// - Returns: what the list beside the seasons says; no version where there is none, or a damaged
    ///   one.
    func provenance(of year: BundleYear) -> Provenance {
        let bytes = (try? read(SetIndex.fileName)) ?? nil
        let entry = bytes.flatMap { try? SetIndex.decode($0) }?.entries[year]
        let origin: BundleOrigin =
            switch self {
            case .folder: .folder
            case .embedded: .embedded
            // An agent knows what it fetched and what it took from its own program.
            case .agent: entry?.origin ?? .downloaded
            }
        return Provenance(year: year.number, version: entry?.version.hex, origin: origin.rawValue)
    }

    /// The sources to look through, the best first.
    ///
    /// - Parameters:
    ///   - folder: what the command line names, if anything.
    ///   - variable: looks up an environment variable.
    /// - Returns: that folder, the agent's set, and the embedded seasons.
    static func all(folder: String?, variable: (String) -> String?) -> [BundleSource] {
        let state = variable("BUNDLE_AGENT_STATE").flatMap { $0.isEmpty ? nil : $0 }
        var sources: [BundleSource] = [
            .agent("\(state ?? "/var/lib/bundle-agent")/current"), .embedded,
        ]
        if let folder { sources.insert(.folder(folder), at: 0) }
        return sources
    }
}
