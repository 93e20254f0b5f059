import BreakdownDocument
import BreakdownRenderer
import JSON

/// What a page's module does: it loads seasons and draws matches, from bytes to bytes.
///
/// `Exports.swift` gives it to WebAssembly; docs/WEB.md describes the calls.
package struct WebModule {
    private(set) var seasons: [LoadedSeason] = []

    /// Starts without seasons.
    package init() {}

    /// Loads a season in place of an earlier one of its year.
    ///
    /// - Parameters:
    ///   - options: what the season is and which files it has, in JSON.
    ///   - data: the bytes of the files one after another.
    /// - Throws: ``Refusal``; then nothing has changed.
    package mutating func load(
        options: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>
    ) throws(Refusal) {
        let options = try LoadOptions.decode(options)
        let season = try LoadedSeason.read(options, data)
        seasons.removeAll { $0.year == season.year }
        let at = seasons.firstIndex { $0.year > season.year } ?? seasons.count
        seasons.insert(season, at: at)
    }

    /// Draws a season's samples and compares them with its expected tables; loads nothing.
    ///
    /// - Parameters:
    ///   - options: as of ``load(options:data:)``.
    ///   - data: the bytes of all files, samples and expected tables included.
    /// - Throws: ``Refusal`` with the first reason why the season must not be used.
    package func test(
        options: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>
    ) throws(Refusal) {
        let options = try LoadOptions.decode(options)
        let files = try GivenFiles(options, data)
        _ = try BundleCheck.check(files, options)
        let read = { (path: String) throws(Refusal) -> [UInt8]? in files[path].map { Array($0) } }
        let verdict = try SampleTest.run(on: files.files.map { $0.path }, of: options.year, read)
        if let problem = verdict.problems.first { throw Refusal(.invalidDescription, problem) }
    }

    /// What is loaded: a JSON list, by year.
    package func list() -> [UInt8] {
        Array(JSON.array(seasons.map { $0.facts }).text().utf8)
    }
}

/// What happened to a call.
package enum Status: Int32 {
    case done = 0
    case refused = 1
}
