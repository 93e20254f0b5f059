import BreakdownRenderer
import BundleArchive
import BundleFormat
import Files

/// Everything that can be known about the seasons before they are shipped.
struct CheckedContent {
    /// The seasons without mistakes, in the form that is published, by year.
    var seasons: [BundleContents] = []
    /// Expected tables that were written, with ``ContentCheck/updatesTables``.
    var written: [String] = []
    /// Every mistake of every season.
    var diagnostics: [Diagnostic] = []
}

extension BundleContents {
    /// How many samples it has.
    var samplesCount: Int { files.keys.count { $0.description.hasSuffix(".txt") } }
}

/// Reads, compiles and renders the seasons: the first half of a publish, and the whole of `check`.
struct ContentCheck {
    /// The folder of seasons.
    let folder: String
    /// The years asked for; none means all.
    var years: Set<BundleYear> = []
    /// Whether tables that differ, or are missing, are written instead of reported.
    var updatesTables = false

    /// Checks the seasons.
    ///
    /// - Returns: the seasons and all their mistakes.
    /// - Throws: ``PublishError`` where the folder cannot be read or a table cannot be written.
    func run() throws(PublishError) -> CheckedContent {
        let reader = try SeasonReader.read(folder, years: years)
        var checked = CheckedContent(diagnostics: reader.diagnostics)
        for season in reader.seasons {
            try check(season, into: &checked)
        }
        return checked
    }

    /// Checks the seasons and accepts no mistake.
    ///
    /// - Returns: the seasons; at least one.
    /// - Throws: ``PublishError``, with all mistakes where there are some.
    func runStrictly() throws(PublishError) -> [BundleContents] {
        let checked = try run()
        guard checked.diagnostics.isEmpty else { throw .content(checked.diagnostics) }
        guard !checked.seasons.isEmpty else {
            throw .failed(
                "\(folder): expected at least one season, found none",
                remedy: "make \(folder)/<year>/match.yaml")
        }
        return checked.seasons
    }

    private func check(
        _ season: SeasonSource, into checked: inout CheckedContent
    ) throws(PublishError) {
        let mistakesBefore = checked.diagnostics.count
        var files: [BundlePath: [UInt8]] = [:]
        var description: Description?
        do throws(DiagnosedError) {
            let compiled = try DescriptionCompiler.compile(season.description)
            description = compiled.description
            add(compiled.bytes, as: BundleFile.description, to: &files)
        } catch {
            checked.diagnostics += error.diagnostics
        }
        let samples = SampleCheck(year: season.year, description: description)
        for sample in season.samples {
            let outcome = samples.run(sample)
            if updatesTables, let table = outcome.table, !outcome.diagnostics.isEmpty {
                try onDisk { () throws(FileError) in
                    try Files.writeDurably(Array(table.utf8), to: sample.expectedPath)
                }
                checked.written.append(sample.expectedPath)
            } else {
                checked.diagnostics += outcome.diagnostics
            }
            let name = "\(BundleFile.samples)/\(sample.name)"
            add(sample.match.bytes, as: "\(name).json", to: &files)
            if let table = outcome.table { add(Array(table.utf8), as: "\(name).txt", to: &files) }
        }
        guard checked.diagnostics.count == mistakesBefore else { return }
        do throws(ArchiveError) {
            checked.seasons.append(try BundleContents(year: season.year, files: files))
        } catch {
            checked.diagnostics.append(
                Diagnostic(file: "\(folder)/\(season.year)", message: "\(error)"))
        }
    }

    private func add(
        _ bytes: [UInt8], as name: String, to files: inout [BundlePath: [UInt8]]
    ) {
        // Names were checked when the folder was read.
        guard let path = BundlePath(name) else { preconditionFailure("\(name) is no bundle path") }
        files[path] = bytes
    }
}
