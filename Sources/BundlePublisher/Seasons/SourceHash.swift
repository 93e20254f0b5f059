import BundleArchive
import BundleFormat
import Cryptography
import SeasonAuthoring
import TUF

/// The hash of the source files that a season is compiled from, with those of the seasons that it is an alias of.
///
/// Line ends and byte order marks are normalised. A file that is not compiled, such as a README, does not count.
enum SourceHash {
    static func of(_ season: SeasonSource) -> String {
        var hash = SHA256()
        func add(_ bytes: [UInt8]) {
            // The length comes first, so that no two lists of files give the same hash.
            for part in [Array("\(bytes.count):".utf8), bytes] {
                part.withUnsafeBytes { hash.update(bufferPointer: $0) }
            }
        }
        // A borrowed file that cannot be read is a mistake, and no season with mistakes is published.
        let borrowed = season.descriptions.compactMap(\.borrowed)
            .map { SourceFile(path: $0.path, bytes: (try? $0.content.get()) ?? []) }
        for file in season.files + borrowed {
            let names = file.path.split(separator: "/")
            let isSample = names.dropLast().last == "samples"
            // Below the folder of seasons, which may have any name.
            add(Array(names.suffix(isSample ? 3 : 2).joined(separator: "/").utf8))
            add(file.bytes)
        }
        return Hex.encode(hash.finalize())
    }
}

extension SeasonSource {
    fileprivate var files: [SourceFile] {
        descriptions.map(\.file)
            + samples.flatMap { [$0.match] + ($0.expected.map { [$0] } ?? []) }
    }

    /// The folders that it is compiled from: its own, and those of the seasons that it is an alias of.
    var folders: [String] {
        var folders = ["\(year)"]
        for path in descriptions.compactMap(\.borrowed?.path) {
            let name = path.split(separator: "/").dropLast().last.map(String.init) ?? ""
            if !folders.contains(name) { folders.append(name) }
        }
        return folders
    }
}
