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
    /// What changed in them, by path: lines with `-` and `+`.
    var changes: [String: [String]] = [:]
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
        let seasons = concurrently(reader.seasons) {
            SeasonCheck(folder: folder, evidence: evidence[$0.year], updatesTables: updatesTables)
                .run($0)
        }
        for season in seasons {
            checked.diagnostics += season.diagnostics
            if let contents = season.contents { checked.seasons.append(contents) }
            for (path, table, difference) in season.tables {
                try mapFileErrors(to: PublishError.file) { () throws(FileError) in
                    try Files.replaceFileAndSync(at: path, with: Array(table.utf8))
                }
                checked.written.append(path)
                checked.changes[path] = difference
            }
        }
        return checked
    }

    /// Checks the seasons and accepts no mistake.
    ///
    /// - Returns: the seasons; at least one.
    /// - Throws: ``PublishError``, with all mistakes where there are some.
    func runStrictly() throws(PublishError) -> [BundleContents] {
        let checked = try run()
        try refuseMistakes(checked.diagnostics, seasonsCount: checked.seasons.count)
        return checked.seasons
    }

    /// Checks the seasons that have not been checked before, and accepts no mistake.
    ///
    /// - Parameter cache: what was checked before; nil to check everything.
    /// - Returns: the seasons; at least one.
    /// - Throws: ``PublishError``, with all mistakes where there are some.
    func pack(_ cache: CheckCache?) throws(PublishError) -> [PackedSeason] {
        let listed = try SeasonReader.list(folder, years: years)
        let kept = cache?.names() ?? [:]
        cache?.prepare()
        // One season at a time in each thread: a thousand of them need the memory of two.
        let packed = concurrently(listed.names) { pack(season: $0, cache, kept) }
        let seasons = packed.compactMap(\.season)
        try refuseMistakes(
            packed.flatMap(\.diagnostics) + listed.diagnostics, seasonsCount: seasons.count)
        return seasons
    }

    private func pack(
        season name: String, _ cache: CheckCache?, _ kept: CheckCache.Names
    ) -> (season: PackedSeason?, diagnostics: [Diagnostic]) {
        var reader = SeasonReader()
        reader.read(name, in: folder, years: years)
        guard let source = reader.seasons.first else { return (nil, reader.diagnostics) }
        let key = cache?.key(source) ?? ""
        if reader.diagnostics.isEmpty,
            let known = cache?.find(source.year, key: key, among: kept)
        {
            return (known, [])
        }
        let outcome = SeasonCheck(folder: folder, evidence: nil, drawsFace: true).run(source)
        let diagnostics = reader.diagnostics + outcome.diagnostics
        guard let contents = outcome.contents else { return (nil, diagnostics) }
        do throws(ArchiveError) {
            let packed = try PackedSeason(contents, face: outcome.face)
            guard diagnostics.mistakesCount == 0, let cache else { return (packed, diagnostics) }
            return (cache.keep(packed, key: key, beside: kept), diagnostics)
        } catch {
            let mistake = Diagnostic(file: "\(folder)/\(name)", message: "\(error)")
            return (nil, diagnostics + [mistake])
        }
    }

    private func refuseMistakes(
        _ diagnostics: [Diagnostic], seasonsCount: Int
    ) throws(PublishError) {
        guard diagnostics.mistakesCount == 0 else { throw .content(diagnostics) }
        guard seasonsCount > 0 else {
            throw .failed(
                "\(folder): expected at least one season, found none",
                remedy: "make \(folder)/<year>/match.yaml")
        }
    }
}
