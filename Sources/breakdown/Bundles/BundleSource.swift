import BreakdownRenderer
import BundleFormat
import EmbeddedBundles
import Files
import Glibc

/// A place with compiled seasons.
enum BundleSource: Equatable {
    /// A folder from the command line.
    case folder(String)
    /// The set that an agent serves.
    case agent(String)
    /// The seasons inside this program.
    case embedded

    /// The folder's path; nil for the seasons inside this program.
    var folder: String? {
        switch self {
        case .folder(let folder), .agent(let folder): folder
        case .embedded: nil
        }
    }

    /// Reads one file.
    ///
    /// - Parameter path: from the source's folder: `2024/match.json`.
    func read(_ path: String) throws(FileError) -> [UInt8]? {
        guard let folder else { return EmbeddedFile.read(path) }
        let limit = BundleLimits.standard.fileBytesMax
        return try ifThere(try Files.read("\(folder)/\(path)", lengthBytesMax: limit))
    }

    /// The name of a file in messages.
    func name(of path: String) -> String {
        folder.map { "\($0)/\(path)" } ?? "embedded \(path)"
    }

    /// The seasons in this place; empty if it cannot be read.
    var years: [BundleYear] {
        guard let folder else {
            return EmbeddedFile.paths.compactMap { BundleYear(String($0.prefix(4))) }
        }
        // With a slash after its name, a link to a folder is listed like the folder.
        return ((try? Files.names(in: "\(folder)/.")) ?? []).compactMap { BundleYear($0) }
    }

    /// Says why a folder that a person named is no source.
    ///
    /// - Returns: what is wrong and the remedy; nil if the folder has a compiled season.
    static func problem(with folder: String) -> String? {
        do throws(FileError) {
            let names = try Files.names(in: folder)
            let descriptions = [BundleFile.description, BundleFile.insights]
            if names.contains(where: { descriptions.contains($0) }) {
                return "\(folder): expected a folder of seasons, found one season; "
                    + "name the folder around it"
            }
            for year in names where BundleYear(year) != nil {
                for description in descriptions {
                    if try Files.kind("\(folder)/\(year)/\(description)") != nil { return nil }
                }
            }
            return "\(folder): expected compiled seasons, found none; "
                + "'bundle-publish build --output <dir>' compiles them"
        } catch {
            return "\(error)"
        }
    }

    /// The content and origin of a season in this place.
    ///
    /// - Returns: the entry of `set.json`; without a version if there is no such file or it is
    ///   damaged.
    func provenance(of year: BundleYear) -> Provenance {
        let entry = index?.entries[year]
        let origin: BundleOrigin =
            switch self {
            case .folder: .folder
            case .embedded: .embedded
            // An agent knows what it downloaded and what came from its own program.
            case .agent: entry?.origin ?? .downloaded
            }
        return Provenance(year: year.number, version: entry?.version.hex, origin: origin.rawValue)
    }

    /// What `set.json` says; nil if there is no such file or it is damaged.
    var index: SetIndex? {
        ((try? read(SetIndex.fileName)) ?? nil).flatMap { try? SetIndex.decode($0) }
    }

    /// The sources to search, the preferred one first.
    ///
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

/// The files inside this program, sorted by path.
enum EmbeddedFile {
    static var paths: [String] {
        (0..<Int(embedded_file_count)).map { String(cString: embedded_files[$0].path) }
    }

    /// Reads one file; the others are not loaded from disk.
    ///
    /// - Parameter path: `2024/match.json`.
    static func read(_ path: String) -> [UInt8]? {
        var low = 0
        var high = Int(embedded_file_count)
        while low < high {
            let middle = low + (high - low) / 2
            let file = embedded_files[middle]
            let order = strcmp(file.path, path)
            if order == 0 {
                return Array(UnsafeBufferPointer(start: file.bytes, count: Int(file.length)))
            }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}
