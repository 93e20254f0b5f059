import BreakdownRenderer
import BundleFormat
import Files
import Glibc
import JSON

/// Makes a season's folder from real matches.
///
/// The folder gets a description with a row for each field, the matches as samples, and their tables.
package struct SeasonMaker {
    /// The folder of seasons; made where it is missing.
    package let folder: String
    package let year: BundleYear
    /// The season's title; nil for one made from the year.
    package let title: String?
    /// The path of the language's schema that the program brings; nil if it brings none.
    package let schemaPath: String?

    package init(folder: String, year: BundleYear, title: String?, schemaPath: String? = nil) {
        self.folder = folder
        self.year = year
        self.title = title
        self.schemaPath = schemaPath
    }

    package struct Made {
        package let path: String
        /// Matches and statistics that were given and became samples.
        package let givenCount: Int
        package let samples: [String]
        package let rowsCount: Int
        /// Fields without a row, and why.
        package let leftOut: [String]
        /// How many fields have no row; `leftOut` names at most some of them.
        package let leftOutCount: Int
        /// What the check of it says: warnings at most.
        package let diagnostics: [Diagnostic]
    }

    /// Makes the season.
    ///
    /// - Throws: ``AuthoringError``; then no folder is left behind.
    package func make(matches: [GivenMatch], insights: [GivenMatch]) throws(AuthoringError) -> Made
    {
        let chosen = SampleChoice.chosen(Self.once(matches))
        let statistics = Array(Self.once(insights).prefix(SampleChoice.countMax))
        let keys = Set(chosen.map(\.key))
        let draft = DescriptionDraft.ofMatches(
            chosen.map(\.json),
            others: matches.filter { !keys.contains($0.key) }.map(\.json))
        guard draft.rowsCount > 0 else {
            throw AuthoringError(
                "expected a field with a value in the matches' score breakdowns, found none",
                remedy: "take matches that were played and scored")
        }
        var files: [(name: String, text: String)] = [
            (
                SeasonSource.descriptionName,
                DraftText(
                    draft: draft, year: year, title: title ?? "\(year) Score Breakdown",
                    samplesCount: chosen.count, schema: schema
                ).ofMatches()
            )
        ]
        if !statistics.isEmpty {
            let text = DraftText(
                draft: .ofInsights(statistics.map(\.json)), year: year,
                title: title ?? "\(year) Event Insights", samplesCount: statistics.count,
                schema: schema)
            files.append((SeasonSource.insightsName, text.ofInsights()))
        }
        let samples = Self.named(chosen + statistics)
        files += samples.map { name, json in
            ("\(BundleFile.samples)/\(name).json", Self.text(json))
        }
        return Made(
            path: path, givenCount: matches.count + insights.count, samples: samples.map(\.name),
            rowsCount: draft.rowsCount, leftOut: draft.leftOut, leftOutCount: draft.leftOutCount,
            diagnostics: try write(files))
    }

    package func refuseExisting() throws(AuthoringError) {
        guard try onDisk(try Files.kind(path)) != nil else { return }
        throw AuthoringError(
            "\(path) is there already; nothing was written",
            remedy: "go on with it (\(.author("preview", "\(year)"))), or move it away first")
    }

    private var path: String { "\(folder)/\(year)" }

    /// The schema as an editor finds it from the season's folder: of the checkout around it, or the program's.
    private var schema: String? {
        let name = "docs/description.schema.json"
        if (try? Files.kind("\(Paths.parent(of: folder))/\(name)")) == .file {
            return "../../\(name)"
        }
        // An editor reads the path up to a space.
        return schemaPath.flatMap { $0.contains(" ") ? nil : $0 }
    }

    /// Writes the season under a temporary name, checks it, and renames it only if the check finds no mistake.
    private func write(
        _ files: [(name: String, text: String)]
    ) throws(AuthoringError) -> [Diagnostic] {
        try refuseExisting()
        // The name is hidden, so that readers skip it; it is in the same file system, so that renaming works.
        let nest = "\(folder)/.new-\(year)-\(getpid())"
        defer { try? Files.removeTree(nest) }
        try mapFileErrors(to: AuthoringError.file) { () throws(FileError) in
            try Files.createDirectoriesAndSync("\(nest)/\(year)/\(BundleFile.samples)")
            for file in files {
                try Files.replaceFileAndSync(
                    at: "\(nest)/\(year)/\(file.name)", with: Array(file.text.utf8))
            }
        }
        let checked = try ContentCheck(folder: nest, updatesTables: true).run()
        let diagnostics = checked.diagnostics.map { $0.renamed(from: nest, to: folder) }
        guard diagnostics.mistakesCount == 0 else { throw .mistakes(diagnostics) }
        try mapFileErrors(to: AuthoringError.file) { () throws(FileError) in
            try Files.rename("\(nest)/\(year)", to: path)
            try Files.syncDirectory(folder)
        }
        return diagnostics
    }

    /// The text of a sample; control characters are written as escapes.
    private static func text(_ json: JSON) -> String {
        var text = String.UnicodeScalarView()
        for scalar in json.text(.indented).unicodeScalars {
            switch scalar.value {
            // In JSON these characters occur only in strings.
            case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF:
                let hex = String(scalar.value, radix: 16)
                let spelt = "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                text.append(contentsOf: spelt.unicodeScalars)
            default: text.append(scalar)
            }
        }
        return String(text) + "\n"
    }

    /// The given matches without repetitions; the first of each key stays.
    private static func once(_ given: [GivenMatch]) -> [GivenMatch] {
        var seen: Set<String> = []
        return given.filter { seen.insert($0.key).inserted }
    }

    /// Names that differ even if case does not count.
    private static func named(_ given: [GivenMatch]) -> [(name: String, json: JSON)] {
        var taken: Set<String> = []
        return given.map { match in
            var name = match.name
            var count = 1
            while !taken.insert(name.lowercased()).inserted {
                count += 1
                name = "\(match.name)-\(count)"
            }
            return (name, match.json)
        }
    }
}

extension Diagnostic {
    fileprivate func renamed(from: String, to: String) -> Diagnostic {
        var diagnostic = self
        if file.hasPrefix(from) { diagnostic.file = to + file.dropFirst(from.count) }
        return diagnostic
    }
}

/// Chooses the few matches that show most of a season.
enum SampleChoice {
    /// How many matches become samples: people read their tables.
    static let countMax = 6
    /// How many levels deep matches are compared.
    private static let levelsMax = 6

    /// Chooses one match after another, each time the one that shows the most new things.
    ///
    /// A match shows its fields, the kinds of their values and the words in them, its round and its winner.
    ///
    /// - Returns: at most ``countMax`` matches, in the given order.
    static func chosen(_ matches: [GivenMatch]) -> [GivenMatch] {
        guard matches.count > countMax else { return matches }
        let shown = matches.map { traits($0.json) }
        var seen: Set<String> = []
        var chosen: Set<Int> = []
        while chosen.count < countMax {
            let best = matches.indices.filter { !chosen.contains($0) }
                .map { (at: $0, new: shown[$0].count { !seen.contains($0) }) }
                .reduce(nil as (at: Int, new: Int)?) { best, next in
                    next.new > best?.new ?? -1 ? next : best
                }
            guard let best else { break }
            chosen.insert(best.at)
            seen.formUnion(shown[best.at])
        }
        return chosen.sorted().map { matches[$0] }
    }

    private static func traits(_ match: JSON) -> Set<String> {
        var traits: Set<String> = []
        for key in ["comp_level", "winning_alliance"] {
            traits.insert("\(key) \(match[key]?.stringValue ?? "")")
        }
        for side in ["red", "blue"] {
            if let object = match["score_breakdown"]?[side] { add(object, "", 0, to: &traits) }
        }
        return traits
    }

    private static func add(
        _ json: JSON, _ path: String, _ depth: Int, to traits: inout Set<String>
    ) {
        switch json {
        case .object(let object) where depth < levelsMax:
            for member in object.members {
                add(member.value, "\(path).\(member.key)", depth + 1, to: &traits)
            }
        case .array(let elements) where depth < levelsMax:
            if elements.isEmpty { traits.insert("\(path) empty") }
            for element in elements { add(element, path, depth + 1, to: &traits) }
        case .string(let text): traits.insert("\(path) \(text.prefix(40))")
        case .integer(0): traits.insert("\(path) zero")
        case .integer, .double, .bigInteger: traits.insert("\(path) number")
        default: traits.insert("\(path) \(json.text())")
        }
    }
}
