import BreakdownRenderer
import BundleFormat
import Files
import JSON

/// Real matches that an author has given besides the samples; thousands of them are drawn on all cores.
struct MatchPile {
    /// The values and their places in the files, by season.
    private(set) var values: [BundleYear: [(json: JSON, place: String)]] = [:]

    /// Reads files.
    ///
    /// - Parameter year: the season of matches that do not name theirs, if it is known.
    /// - Throws: ``AuthoringError`` if a file cannot be read or has something else in it.
    init(
        _ paths: [String], beside fetched: [JSON] = [], of year: BundleYear? = nil
    ) throws(AuthoringError) {
        var found: [BundleYear: [(json: JSON, place: String)]] = [:]
        for value in fetched {
            let place = "fetched match"
            found[try MatchFile.year(of: value, place), default: []].append((value, place))
        }
        try MatchFile.read(paths, of: year) { (value, place) throws(AuthoringError) in
            found[try MatchFile.year(of: value, place), default: []].append((value, place))
        }
        values = found
    }

    init(matches: [JSON], of year: BundleYear) {
        values = [year: matches.map { ($0, "") }]
    }

    /// Warns about matches of seasons that are not checked: nothing is compared with them.
    func unused(besides years: Set<BundleYear>) -> [Diagnostic] {
        values.filter { !years.contains($0.key) }.sorted { $0.key < $1.key }
            .compactMap { year, values in
                values.first.map { first in
                    .warning(
                        first.place,
                        "expected matches of a season that is checked, found "
                            + "\(counted(values.count, "match", "matches")) of \(year)",
                        remedy:
                            "nothing was compared with them: check \(year), or give other matches")
                }
            }
    }

    /// Gathers which fields and words the matches have.
    func evidence() -> [BundleYear: Evidence] {
        values.mapValues { values in
            let gathered = concurrently(Self.parts(values)) { part in
                var evidence = Evidence()
                for json in part { evidence.add(json) }
                return evidence
            }
            return gathered.reduce(into: Evidence()) { $0.formUnion($1) }
        }
    }

    func drawn(_ year: BundleYear, with descriptions: [Subject: Description]) -> DrawnMatches {
        let drawn = concurrently(Self.parts(values[year] ?? [])) { part in
            var drawn = DrawnMatches()
            for json in part { drawn.add(json, of: year, descriptions) }
            return drawn
        }
        return drawn.reduce(into: DrawnMatches()) { $0.formUnion($1) }
    }

    /// The matches in at most 16 parts, so that no core waits long for another.
    private static func parts(_ values: [(json: JSON, place: String)]) -> [ArraySlice<JSON>] {
        values.map(\.json).parts(of: max(1, (values.count + 15) / 16))
    }
}

/// What the tables of a season's matches showed.
package struct DrawnMatches: Sendable {
    package private(set) var describedCount = 0
    /// How many have no breakdown: they were not played or not scored.
    package private(set) var blankCount = 0
    /// The keys of those that the description does not apply to.
    package private(set) var others: [String] = []
    /// What could not be computed, and the matches in which it failed.
    private(set) var problems: [String: [String]] = [:]

    fileprivate mutating func formUnion(_ other: DrawnMatches) {
        describedCount += other.describedCount
        blankCount += other.blankCount
        others += other.others
        problems.merge(other.problems) { $0 + $1 }
    }

    fileprivate mutating func add(
        _ json: JSON, of year: BundleYear, _ descriptions: [Subject: Description]
    ) {
        guard let data = try? TableSource.decode(json, year: year.number),
            let description = descriptions[data.subject]
        else { return }
        if data.subject == .match, json["score_breakdown"]?.objectValue == nil {
            blankCount += 1
            return
        }
        let rendered = Renderer().render(data, with: description)
        for problem in rendered.problems {
            problems[problem, default: []].append(rendered.key)
        }
        if rendered.isGeneric {
            others.append(rendered.key)
        } else {
            describedCount += 1
        }
    }

    /// The warnings and mistakes for an author.
    func diagnostics(at file: String) -> [Diagnostic] {
        var found = problems.sorted { $0.key < $1.key }.map { problem, matches in
            let more = matches.count > 1 ? " and \(matches.count - 1) more" : ""
            return Diagnostic(
                file: file,
                message: "expected every cell to be computed: \(problem) (\(matches[0])\(more))")
        }
        if let first = others.first {
            let all = describedCount + others.count
            found.append(
                .warning(
                    file,
                    "\(others.count) of \(counted(all, "match", "matches")) with a breakdown "
                        + "have the generic table, the first is \(first)",
                    remedy: "look at \"applies\" and at what these have instead"))
        }
        return found
    }
}

/// Reads files of real matches, in every form that `breakdown` reads.
package enum MatchFile {
    /// Passes on each match in the files, in the form of API v3.
    ///
    /// - Parameter year: the season of matches that do not name theirs, if it is known.
    /// - Throws: ``AuthoringError`` if a file cannot be read or has something else in it, and what `receive` throws.
    package static func read(
        _ paths: [String], of year: BundleYear? = nil,
        _ receive: (JSON, String) throws(AuthoringError) -> Void
    ) throws(AuthoringError) {
        var known = KnownContext()
        for path in paths {
            let lengthBytesMax = JSONLimits.file.lengthBytesMax
            let bytes = try onDisk(try Files.readStream(path, lengthBytesMax: lengthBytesMax))
            for found in try values(bytes, of: path) {
                let place = "\(path):\(found.position.line):\(found.position.column)"
                for json in try matches(in: found, of: path, &known) {
                    try receive(try match(json, of: year, place, &known), place)
                }
            }
        }
        if let sentence = known.unusedSchedule { throw AuthoringError(sentence) }
    }

    private static func values(
        _ bytes: [UInt8], of path: String
    ) throws(AuthoringError) -> [ValueScanner.Found] {
        let kind = bytes.withUnsafeBufferPointer { InputBegin($0).otherKind }
        if let kind { throw AuthoringError("\(path): expected matches in JSON, found \(kind)") }
        var scanner = ValueScanner()
        let found = bytes.withUnsafeBufferPointer { scanner.scan($0) } + scanner.finish()
        if found.isEmpty, bytes.allSatisfy({ $0 <= 0x20 }) {
            throw AuthoringError("\(path): expected a match, found nothing")
        }
        return found
    }

    private static func matches(
        in found: ValueScanner.Found, of path: String, _ known: inout KnownContext
    ) throws(AuthoringError) -> [JSON] {
        do throws(InputProblem) {
            return try known.values(of: found)
        } catch {
            let place = error.position ?? found.position
            throw AuthoringError(
                "\(path):\(place.line):\(place.column): \(error.reason)",
                remedy: error.kind == .notJSON
                    ? "give matches as the API has them, in an array or one on each line" : nil)
        }
    }

    private static func match(
        _ json: JSON, of year: BundleYear?, _ place: String, _ known: inout KnownContext
    ) throws(AuthoringError) -> JSON {
        do throws(InputValueError) {
            return try known.match(json, year: year?.number)
        } catch {
            guard case .seasonOfScores = error else { throw AuthoringError("\(place): \(error)") }
            throw AuthoringError(
                "\(place): expected the season of scores of FIRST's API, found none",
                remedy:
                    "name one season, such as check 2027 --matches, or give a schedule before them")
        }
    }

    /// The season that a value is of.
    ///
    /// - Throws: ``AuthoringError`` if it is neither.
    package static func year(of value: JSON, _ place: String) throws(AuthoringError) -> BundleYear {
        let number: Int
        do throws(MatchError) {
            number = try TableSource.decode(value).year
        } catch {
            throw AuthoringError("\(place): \(error)")
        }
        guard let year = BundleYear(number) else {
            throw AuthoringError("\(place): expected a season, found \(number)")
        }
        return year
    }
}
