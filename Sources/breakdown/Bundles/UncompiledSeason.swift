import Files
import Glibc

/// The source of a season, `bundles/2024/match.yaml`, above a sample in a checkout.
///
/// This program draws with compiled seasons. A person who edits a source would wait for a change that
/// never comes.
struct UncompiledSeason: Equatable {
    /// The season's folder as the sample's path names it, if it does: `bundles/2024`.
    let folder: String
    /// The season: `2024`.
    let year: String

    /// Looks above a file; the result is nil if it is no season's sample.
    ///
    /// - Parameters:
    ///   - file: the file's path: `bundles/2024/samples/2024necmp_f1m1.json`.
    init?(above file: String, in workingFolder: String?, exists: (String) -> Bool) {
        let whole = file.hasPrefix("/") ? file : (workingFolder.map { "\($0)/\(file)" } ?? file)
        let names = Self.names(of: whole)
        guard names.count >= 3, names[names.count - 2] == "samples" else { return nil }
        let year = names[names.count - 3]
        guard year.utf8.count == 4, year.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        let folder = "/" + names.dropLast(2).joined(separator: "/")
        guard exists("\(folder)/match.yaml") else { return nil }
        let typed = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        self.folder = typed.isEmpty ? folder : typed.joined(separator: "/")
        self.year = String(year)
    }

    /// The names of a path; `.` is left out, and `..` takes the name before it away.
    private static func names(of path: String) -> [Substring] {
        path.split(separator: "/").reduce(into: []) { names, name in
            switch name {
            case ".": break
            case "..": _ = names.popLast()
            default: names.append(name)
            }
        }
    }

    /// What a person should know.
    var sentence: String {
        "drawn with the \(year) season that is compiled, and not with \(folder)/match.yaml;"
            + " bundle-publish preview \(year) draws with that file"
    }
}

extension UncompiledSeason {
    /// Looks above a file on this machine.
    init?(above file: String) {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let folder = getcwd(&buffer, buffer.count).map { String(cString: $0) }
        self.init(above: file, in: folder) { access($0, R_OK) == 0 }
    }
}
