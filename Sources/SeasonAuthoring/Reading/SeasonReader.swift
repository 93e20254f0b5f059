import BreakdownRenderer
import BundleFormat
import Files
import JSON

/// Reads the folder of seasons: `<year>/match.yaml`, `<year>/insights.yaml` where there is one, and
/// `<year>/samples/<name>.json` with `<name>.txt`.
///
/// Every unexpected file is a diagnostic, so that no season is left out silently. Hidden files and the
/// backups of editors are skipped.
package struct SeasonReader {
    package private(set) var seasons: [SeasonSource] = []
    package private(set) var diagnostics: [Diagnostic] = []
    private let files: any SeasonFiles

    package init(_ files: any SeasonFiles = FilesOnDisk()) { self.files = files }

    /// Reads the years asked for, or every season if there are none.
    package static func read(_ folder: String, years: Set<BundleYear>) throws(AuthoringError)
        -> SeasonReader
    {
        let listed = try list(folder, years: years)
        var reader = SeasonReader()
        for name in listed.names { reader.read(name, in: folder, years: years) }
        reader.diagnostics += listed.diagnostics
        return reader
    }

    /// Lists the folder of seasons, so that they can be read one by one.
    ///
    /// - Returns: the names to read, and a diagnostic for each year that was asked for and is missing.
    package static func list(
        _ folder: String, years: Set<BundleYear>, from files: any SeasonFiles = FilesOnDisk()
    ) throws(AuthoringError) -> (names: [String], diagnostics: [Diagnostic]) {
        let names: [String]
        do throws(FileError) {
            names = try files.names(in: folder).filter { !isOfEditors($0) && $0 != "README.md" }
        } catch {
            throw AuthoringError(
                "\(error)", kind: .disk,
                remedy: "run this where the folder of seasons is, or name it with --bundles")
        }
        let missing = years.subtracting(names.compactMap { BundleYear($0) }).sorted().map {
            Diagnostic(
                file: "\(folder)/\($0)", message: "expected a season's folder, found none",
                remedy: "start it with bundle-publish new \($0) --from matches.json, "
                    + "or leave the year out of the command")
        }
        return (names, missing)
    }

    /// The name that the author meant, if the letters' case or the ending differ; nil for any other name.
    private static func meant(by name: String) -> String? {
        let plain = name.lowercased().replacing(".yml", with: ".yaml")
        let names = [SeasonSource.descriptionName, SeasonSource.insightsName, BundleFile.samples]
        return names.first { $0 == plain || plain + "s" == $0 }
    }

    /// Reads one season into ``seasons``, or what is wrong with it into ``diagnostics``.
    package mutating func read(_ name: String, in folder: String, years: Set<BundleYear>) {
        let path = "\(folder)/\(name)"
        guard let year = BundleYear(name) else {
            report(
                path, "expected a folder named after a year, found \"\(name)\"",
                remedy: "seasons are four digits, from 1992: 2026; other files belong elsewhere")
            return
        }
        guard years.isEmpty || years.contains(year),
            let names = self.names(in: path)
        else { return }
        var description: SourceFile?
        var insights: SourceFile?
        var samples: [SampleSource] = []
        for name in names {
            switch name {
            case "README.md": break
            case SeasonSource.descriptionName:
                description = file(
                    "\(path)/\(name)", lengthBytesMax: AuthoringLimits.descriptionBytesMax)
            case SeasonSource.insightsName:
                insights = file(
                    "\(path)/\(name)", lengthBytesMax: AuthoringLimits.descriptionBytesMax)
            case BundleFile.samples: samples = self.samples(in: "\(path)/\(name)")
            default:
                report(
                    "\(path)/\(name)",
                    "expected match.yaml, insights.yaml, samples or README.md, found this",
                    remedy: Self.meant(by: name).map { "rename it to \($0)" }
                        ?? "remove it, or put notes into README.md")
            }
        }
        if !names.contains(SeasonSource.descriptionName) {
            report(
                "\(path)/\(SeasonSource.descriptionName)",
                "expected the season's description, found none")
        }
        guard let description else { return }
        if !names.contains(BundleFile.samples) { reportNoSample("\(path)/\(BundleFile.samples)") }
        seasons.append(
            SeasonSource(
                year: year,
                description: DescriptionSource(
                    description, of: .match, in: folder, from: files),
                insights: insights.map {
                    DescriptionSource($0, of: .insights, in: folder, from: files)
                },
                samples: samples))
    }

    private mutating func samples(in folder: String) -> [SampleSource] {
        guard let names = self.names(in: folder) else { return [] }
        var samples: [SampleSource] = []
        for name in names {
            let path = "\(folder)/\(name)"
            guard BundlePath("\(BundleFile.samples)/\(name)") != nil,
                name.hasSuffix(".json") || name.hasSuffix(".txt")
            else {
                report(
                    path, "expected <name>.json or <name>.txt, found \"\(name)\"",
                    remedy: "names are letters, digits, '.', '_' and '-', at most 180 of them")
                continue
            }
            if name.hasSuffix(".txt") {
                if !names.contains("\(name.dropLast(4)).json") {
                    report(
                        path, "expected a sample for this table, found none",
                        remedy: "add \(name.dropLast(4)).json, or remove the table")
                }
                continue
            }
            guard let match = file(path, lengthBytesMax: JSONLimits.match.lengthBytesMax) else {
                continue
            }
            let table = "\(name.dropLast(5)).txt"
            let expected =
                names.contains(table)
                ? file("\(folder)/\(table)", lengthBytesMax: AuthoringLimits.expectedBytesMax) : nil
            samples.append(
                SampleSource(
                    name: String(name.dropLast(5)), match: match,
                    expectedPath: "\(folder)/\(table)", expected: expected))
        }
        if !names.contains(where: { $0.hasSuffix(".json") }) { reportNoSample(folder) }
        return samples
    }

    private mutating func reportNoSample(_ folder: String) {
        report(
            folder, "expected at least one sample, found none",
            remedy:
                "put a real match into \(folder)/<name>.json and run bundle-publish check --update")
    }

    /// True for hidden files and for the backups of editors.
    package static func isOfEditors(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasSuffix("~")
    }

    // MARK: - Disk

    /// The names in a folder; nil, and a diagnostic, where it is no folder.
    private mutating func names(in folder: String) -> [String]? {
        do throws(FileError) {
            guard try files.kind(folder) == .directory else {
                report(folder, "expected a folder, found \(try words(folder))")
                return nil
            }
            let names = try files.names(in: folder).filter { !Self.isOfEditors($0) }
            guard names.count <= AuthoringLimits.folderEntriesMax else {
                report(
                    folder,
                    "expected at most \(AuthoringLimits.folderEntriesMax) entries, "
                        + "found \(names.count)")
                return nil
            }
            reportCaseCollisions(names, in: folder)
            return names
        } catch {
            report(folder, error.description)
            return nil
        }
    }

    /// Reads a regular file; nil, and a diagnostic, for anything else.
    private mutating func file(_ path: String, lengthBytesMax: Int) -> SourceFile? {
        do throws(FileError) {
            guard try files.kind(path) == .file else {
                report(
                    path, "expected a file, found \(try words(path))",
                    remedy: "put the file itself there: links are not followed")
                return nil
            }
            return SourceFile(
                path: path, bytes: try files.read(path, lengthBytesMax: lengthBytesMax))
        } catch {
            report(
                path,
                error.isTooLong
                    ? "expected at most \(lengthBytesMax) bytes, found more" : error.description)
            return nil
        }
    }

    private func words(_ path: String) throws(FileError) -> String {
        switch try files.kind(path) {
        case .file: "a file"
        case .directory: "a folder"
        case .link: "a link"
        case .other: "a device or pipe"
        case nil: "nothing"
        }
    }

    /// Reports names that are the same file on a system that ignores case.
    private mutating func reportCaseCollisions(_ names: [String], in folder: String) {
        var seen: [String: String] = [:]
        for name in names {
            if let other = seen.updateValue(name, forKey: name.lowercased()) {
                report(
                    "\(folder)/\(name)",
                    "expected names that differ beyond case, found \"\(other)\"",
                    remedy: "rename one of them: some systems hold them for the same file")
            }
        }
    }

    private mutating func report(_ path: String, _ message: String, remedy: String? = nil) {
        diagnostics.append(Diagnostic(file: path, message: message, remedy: remedy))
    }
}
