import BundleFormat
import Files
import JSON

/// What earlier runs have compared without a finding, so that the next run need not compare it.
///
/// A match of a finding is not in the state: it is compared again until the live season answers the finding.
package struct DriftState: Equatable, Sendable {
    /// The content that the matches were compared with; for another content, all matches are compared again.
    var season: String
    /// The compared matches: key and what they said.
    var matches: [String: String] = [:]
    /// The findings of the last run, by their ids.
    package var findings: Set<String> = []

    /// Nothing was compared with this season yet.
    package init(_ season: LiveSeason) { self.season = "\(season.version)" }

    /// Reads a state; a missing file, and one of another content, is an empty state.
    package init(_ path: String, of season: LiveSeason) throws(AuthoringError) {
        self.init(season)
        guard try onDisk(try Files.kind(path)) != nil else { return }
        let bytes = try onDisk(try Files.read(path, lengthBytesMax: DriftLimits.stateBytesMax))
        let limits = JSONLimits(
            lengthBytesMax: DriftLimits.stateBytesMax, depthMax: 4,
            valuesMax: DriftLimits.matchesMax + 10_000)
        guard let json = try? JSON.parse(bytes, limits: limits),
            json["version"]?.integerValue == Self.version,
            json["year"]?.integerValue == Int64(season.year.number),
            let compared = json["season"]?.stringValue, let known = json["matches"]?.objectValue,
            let ids = json["findings"]?.arrayValue
        else {
            throw AuthoringError(
                "\(path): expected what an earlier drift wrote, found something else",
                remedy:
                    "remove it, and all matches are compared again; or name another --state")
        }
        findings = Set(ids.compactMap(\.stringValue))
        guard compared == self.season else { return }
        for member in known.members { matches[member.key] = member.value.stringValue }
    }

    /// The version of the file's form and of the rules; a state of other rules is no longer true.
    private static let version: Int64 = 1

    /// The matches that this state does not know, or knows with another content.
    func unknown(among given: [DriftMatch]) -> [DriftMatch] {
        given.filter { matches[$0.key] != $0.fingerprint }
    }

    /// The state after a comparison, without the matches that have to be compared again: those of findings, and the
    /// undecided ones.
    func adding(
        _ compared: [DriftMatch], _ found: [DriftFinding], undecided: Set<String>
    ) -> DriftState {
        var state = self
        let open = found.filter(\.needsReview).reduce(into: undecided) { $0.formUnion($1.matches) }
        for match in compared {
            state.matches[match.key] = open.contains(match.key) ? nil : match.fingerprint
        }
        state.findings = Set(found.map(\.id))
        return state
    }

    /// Replaces the file, and makes its folder.
    ///
    /// - Throws: ``AuthoringError``; then the old file is still there.
    package func write(to path: String, of year: BundleYear) throws(AuthoringError) {
        var known = JSONObject()
        for (key, fingerprint) in matches.sorted(by: { $0.key < $1.key })
            .prefix(DriftLimits.matchesMax)
        {
            known[key] = .string(fingerprint)
        }
        let json: JSON = [
            "version": .integer(Self.version), "year": .integer(Int64(year.number)),
            "season": .string(season), "findings": .array(findings.sorted().map { .string($0) }),
            "matches": .object(known),
        ]
        try mapFileErrors(to: AuthoringError.file) { () throws(FileError) in
            try Files.createDirectoriesAndSync(Paths.parent(of: path))
            try Files.replaceFileAndSync(at: path, with: json.serialized(.indented))
        }
    }

    /// The same state without its matches, so that all of them are compared again.
    package var withoutMatches: DriftState {
        var state = self
        state.matches = [:]
        return state
    }
}
