import BreakdownRenderer
import Files
import JSON

/// One match: from a finding of the input to the document.
extension Session {
    /// Shows one finding of the input.
    mutating func show(_ found: ValueScanner.Found, of name: String) throws(FileError) {
        let values: [JSON]
        do {
            values = try drawing.values(of: found)
        } catch {
            return try refuse(error, of: name)
        }
        for json in values where !output.isClosed { try draw(json, found.position, of: name) }
    }

    /// Shows a match or insights; keeps what any other value says about the values after it.
    ///
    /// - Parameters:
    ///   - news: what else a stream says about the match; nil for other input.
    mutating func show(
        _ json: JSON, of name: String, news: FollowMemory.News? = nil
    ) throws(FileError) {
        let values: [JSON]
        do {
            values = try drawing.known.values(in: json)
        } catch {
            return try refuse(error, of: name)
        }
        for json in values { try draw(json, nil, of: name, news) }
    }

    private mutating func draw(
        _ json: JSON, _ place: TextPosition?, of name: String, _ news: FollowMemory.News? = nil
    ) throws(FileError) {
        let source: TableSource?
        do {
            source = try drawing.read(json, place)
        } catch {
            return try refuse(error, of: name)
        }
        if let source { try show(source, news) }
    }

    private mutating func refuse(_ problem: InputProblem, of name: String) throws(FileError) {
        try refuse(problem.reason, at: problem.position.map { "\(name): \($0)" } ?? name)
    }

    private mutating func show(
        _ source: TableSource, _ news: FollowMemory.News?
    ) throws(FileError) {
        tellLastProblem()
        let bundle = try season(source.year, source.subject)
        let (isWhole, refusal) = drawing.draw(
            source, with: bundle?.description, bundle: bundle?.provenance,
            news: { context in
                context.correction = news?.note
                context.replaces = news?.replaces.text()
            }, to: &output.waiting)
        if !isWhole { hasSpoiledCells = true }
        if let refusal { return try refuse("\(refusal)", at: source.key) }
        try output.flushIfLarge()
        shownCount += 1
    }

    private mutating func season(
        _ year: Int, _ subject: Subject
    ) throws(FileError) -> SeasonBundle? {
        var unusable: [SeasonBundleError] = []
        let bundle = seasons.bundle(year, subject) { unusable.append($0) }
        guard !unusable.isEmpty else { return bundle }
        hasSpoiledCells = true
        try output.release()
        for error in unusable { Messages.print("\(error)") }
        return bundle
    }
}
