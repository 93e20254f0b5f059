import BundleFormat
import JSON

/// What was last decided and signed in each of a home's repositories: the publisher's own memory.
///
/// While the online key is the same, the signed metadata decides; only recalls that an older copy of the directory
/// lacks come from here. After the online key was replaced, whoever held it may have signed anything at any time.
/// Then this record says what was ours. It is public, and committed like the roots.
package struct DecisionRecord: Equatable {
    /// The words by place and season.
    var places: [String: [BundleYear: SeasonWord]] = [:]
    /// What was live in each place after its words changed last.
    ///
    /// It is written after the commit: what a killed command has only decided is no reason to sign anything.
    var signed: [String: SignedState] = [:]

    /// Places that one record has at most: stops a script that makes up names.
    static let placesMax = 64

    /// The words for a place.
    ///
    /// A place that the record does not know is the same one under another name (another checkout, a
    /// directory that was moved), or another one of the same home. What holds everywhere is taken from all
    /// places: no machine may serve what is recalled. The rest is taken only where it is exactly what is
    /// live.
    ///
    /// - Parameters:
    ///   - place: its name, the same from every working directory.
    ///   - live: what is live there.
    /// - Returns: the words by season.
    func words(
        at place: String, beside live: [BundleYear: TargetCustom]
    ) -> [BundleYear: SeasonWord] {
        if let known = places[place] { return known }
        var words: [BundleYear: SeasonWord] = [:]
        for known in places.sorted(by: { $0.key < $1.key }).map(\.value) {
            for (year, word) in known {
                if let custom = word.bundle?.custom, custom == live[year] {
                    let others = words[year]?.recalled ?? []
                    words[year] = word
                    words[year]?.recalled += others.filter { !word.recalled.contains($0) }
                } else {
                    let mine = words[year]?.recalled ?? []
                    words[year, default: SeasonWord()].recalled += word.recalled.filter {
                        !mine.contains($0)
                    }
                }
            }
        }
        return words
    }

    /// Adds what is about to be signed in a place.
    ///
    /// A season that is no longer offered stays where something was decided about it: it may come back.
    ///
    /// - Parameters:
    ///   - forms: everything that is signed.
    ///   - live: what is signed until now; nil if nothing of that counts.
    ///   - place: the place's name.
    /// - Throws: ``PublishError`` if there are too many places.
    mutating func add(
        _ forms: SeasonForms, over live: [BundleYear: TargetCustom]?, at place: String
    ) throws(PublishError) {
        let bundles = forms.newest
        try requireRoom(for: place)
        let before = places[place] ?? [:]
        var words = before.filter { bundles[$0.key] != nil || $0.value.isDecision }
        for (year, bundle) in bundles {
            if let live {
                guard bundle.custom != live[year] else { continue }
                words[year] = (before[year] ?? SeasonWord()).after(
                    signing: bundle, beside: forms.older[year] ?? [], over: live[year])
            } else {
                words[year] = SeasonWord(bundle)
                words[year]?.older = forms.older[year] ?? []
            }
        }
        places[place] = words
    }

    /// Throws if there are too many places.
    func requireRoom(for place: String) throws(PublishError) {
        guard places[place] != nil || places.count < Self.placesMax else {
            throw .home(.recordIsFull(placesMax: Self.placesMax))
        }
    }
}

// MARK: - As it is kept

extension DecisionRecord {
    /// The file's content: the same record gives the same bytes.
    var encoded: [UInt8] {
        var repositories = JSONObject()
        for (place, words) in places.sorted(by: { $0.key < $1.key }) {
            var seasons = JSONObject()
            for (year, word) in words.sorted(by: { $0.key < $1.key }) {
                seasons["\(year)"] = word.json
            }
            repositories[place] = .object(seasons)
        }
        var states = JSONObject()
        for (place, state) in signed.sorted(by: { $0.key < $1.key }) { states[place] = state.json }
        let file: JSON = [
            "format": 1, "repositories": .object(repositories), "signed": .object(states),
        ]
        return file.serialized(.indented)
    }

    /// Reads the file's content.
    ///
    /// - Parameter cursor: at the whole.
    /// - Throws: `JSONShapeError` if it is no record.
    init(_ cursor: JSONCursor) throws(JSONShapeError) {
        _ = try cursor.member("format").integer(in: 1...1)
        let members = try cursor.member("repositories").members()
        guard members.count <= Self.placesMax else {
            throw cursor.mismatch("at most \(Self.placesMax) repositories")
        }
        for (place, seasons) in members {
            var words: [BundleYear: SeasonWord] = [:]
            for (name, season) in try seasons.members() {
                guard let year = BundleYear(name) else {
                    throw season.mismatch("a year from 1992 to 2999")
                }
                words[year] = try SeasonWord(season, of: year)
            }
            places[place] = words
        }
        for (place, state) in try cursor.optional("signed")?.members() ?? []
        where places[place] != nil {
            signed[place] = try SignedState(state)
        }
    }
}
