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
    /// Every mistake of every season, and what may be one.
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
    /// What is known of the seasons beside their samples.
    var evidence: [BundleYear: Evidence] = [:]

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
        guard checked.diagnostics.mistakesCount == 0 else { throw .content(checked.diagnostics) }
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
        let mistakesBefore = checked.diagnostics.mistakesCount
        let evidence = EvidenceCheck(season, beside: evidence[season.year])
        var files: [BundlePath: [UInt8]] = [:]
        var descriptions: [Subject: Description] = [:]
        for (source, subject, name) in season.descriptions {
            do throws(DiagnosedError) {
                let compiled = try DescriptionCompiler(folder: folder).compile(source, of: subject)
                descriptions[subject] = compiled.description
                add(compiled.bytes, as: name, to: &files)
                checked.diagnostics += evidence.diagnostics(of: compiled, subject)
            } catch {
                checked.diagnostics += error.diagnostics
            }
        }
        let samples = SampleCheck(
            year: season.year, descriptions: descriptions, hasInsights: season.insights != nil)
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
        guard checked.diagnostics.mistakesCount == mistakesBefore else { return }
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

extension SeasonSource {
    /// The descriptions, what they describe, and what they are called when compiled.
    fileprivate var descriptions: [(SourceFile, Subject, name: String)] {
        let match = (description, Subject.match, name: BundleFile.description)
        guard let insights else { return [match] }
        return [match, (insights, .insights, name: BundleFile.insights)]
    }
}
