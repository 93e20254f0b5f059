import BundleArchive
import BundleFormat
import SeasonAuthoring

/// Reads, checks and packs the folder of seasons for a publish; accepts no mistake.
package struct SeasonPacker {
    let folder: String

    package init(folder: String) { self.folder = folder }

    /// Packs every season; those that the cache knows are not checked again.
    ///
    /// There is at least one season. Mistakes are an error that has all of them.
    package func pack(_ cache: CheckCache?) throws(PublishError) -> [PackedSeason] {
        try converting(try seasons(cache)) { (error: AuthoringError) in PublishError(error) }
    }

    private func seasons(_ cache: CheckCache?) throws(AuthoringError) -> [PackedSeason] {
        let listed = try SeasonReader.list(folder, years: [])
        let kept = cache?.names() ?? [:]
        // Each thread holds one season at a time: a thousand seasons need the memory of two.
        let packed = concurrently(listed.names) { pack(season: $0, cache, kept) }
        let seasons = packed.compactMap(\.season)
        try ContentCheck(folder: folder).refuseMistakes(
            packed.flatMap(\.diagnostics) + listed.diagnostics, seasonsCount: seasons.count)
        return seasons
    }

    private func pack(
        season name: String, _ cache: CheckCache?, _ kept: CheckCache.Names
    ) -> (season: PackedSeason?, diagnostics: [Diagnostic]) {
        var reader = SeasonReader()
        reader.read(name, in: folder, years: [])
        guard let source = reader.seasons.first else { return (nil, reader.diagnostics) }
        let key = cache?.key(source) ?? ""
        let again: @Sendable () -> PackedSeason? = { pack(season: name, nil, [:]).season }
        if reader.diagnostics.isEmpty,
            let known = cache?.find(source.year, key: key, among: kept, orElse: again)
        {
            return (known, [])
        }
        let outcome = SeasonCheck(folder: folder).run(source)
        let diagnostics = reader.diagnostics + outcome.diagnostics
        guard let season = outcome.season else { return (nil, diagnostics) }
        do throws(BundleFormatError) {
            let packed = try PackedSeason(season)
            guard diagnostics.mistakesCount == 0, let cache else { return (packed, diagnostics) }
            return (cache.keep(packed, key: key, beside: kept, orElse: again), diagnostics)
        } catch {
            let mistake = Diagnostic(file: "\(folder)/\(name)", message: "\(error)")
            return (nil, diagnostics + [mistake])
        }
    }
}
