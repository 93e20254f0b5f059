import BreakdownDocument
import BreakdownRenderer
import Files
import JSON

/// One match: from a finding of the input to the document.
extension Session {
    /// Shows one finding of the input.
    ///
    /// - Throws: `FileError` if the output cannot be written.
    mutating func show(
        _ found: ValueScanner.Found, of name: String
    ) throws(FileError) {
        switch found {
        case .problem(let problem, let at): try refuse(problem, at: "\(name): \(at)")
        case .value(let bytes, let at):
            let json: JSON
            do {
                json = try JSON.parse(bytes, limits: .match, shapes: shapes)
            } catch {
                let place = error.position.moved(behind: at)
                return try refuse(error.problem, at: "\(name): \(place)")
            }
            try show(json, of: name, at: at)
        case .json(let json, let at): try show(json, of: name, at: at)
        }
    }

    private mutating func show(
        _ json: JSON, of name: String, at: TextPosition
    ) throws(FileError) {
        if let error = ServiceError(json) { return try refuse("\(error)", at: name) }
        if let other = OtherForm(json) { return try refuse("\(other)", at: "\(name): \(at)") }
        try show(json, at: "\(name): \(at)")
    }

    /// Shows a match or insights; keeps what any other value says about the values after it.
    ///
    /// - Parameters:
    ///   - news: what else a stream says about the match; nil for other input.
    /// - Throws: `FileError` if the output cannot be written.
    mutating func show(
        _ json: JSON, at place: @autoclosure () -> String, news: FollowMemory.News? = nil
    ) throws(FileError) {
        do {
            if try known.learn(json) {
                learntCount += 1
                return
            }
        } catch {
            return try refuse("\(error)", at: place())
        }
        // If the person asked for one match, mistakes in other matches do not matter.
        if !request.keys.isEmpty, let key = json["key"]?.stringValue, !request.keys.contains(key) {
            return
        }
        let source: TableSource
        do {
            source = try InputValue.decode(json, year: request.year)
        } catch {
            return try refuse("\(error)", at: place())
        }
        if !request.keys.isEmpty {
            guard request.keys.contains(source.key) else { return }
            shownKeys.insert(source.key)
        }
        try show(source, news)
    }

    private mutating func show(
        _ source: TableSource, _ news: FollowMemory.News?
    ) throws(FileError) {
        tellLastProblem()
        let bundle = try season(source.year, source.subject)
        var context = known.context(of: source.eventKey)
        context.correction = news?.note
        context.replaces = news?.replaces.text()
        let rendered = renderer.render(source, with: bundle?.description, in: context)
        if !rendered.problems.isEmpty { hasSpoiledCells = true }
        if !request.compared.isEmpty {
            compared[rendered.key] = rendered
            return
        }
        // The generic table was used, so the description did not make this table.
        let used = rendered.isGeneric ? nil : bundle
        do throws(DocumentError) {
            try document.append(rendered, bundle: used?.provenance, to: &output.waiting)
        } catch {
            return try refuse("\(error)", at: rendered.key)
        }
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
        if output.holdsAll {
            problemCount += unusable.count
        } else {
            for error in unusable { Messages.print("\(error)") }
        }
        return bundle
    }
}
