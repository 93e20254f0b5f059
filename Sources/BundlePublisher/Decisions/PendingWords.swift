import BundleFormat
import JSON

/// What a command was about to sign in a place when it wrote the record.
///
/// If the command is killed before its timestamp is there, it has decided nothing, and the words before it stay.
struct PendingWords: Equatable {
    /// The root and the version that the command signs under.
    let state: SignedState
    /// The words of every season, for the time when that state is live.
    let words: [BundleYear: SeasonWord]

    /// The contents that the command publishes from a folder or from another repository.
    let published: [BundleYear: ContentVersion]

    /// Keeps what is about to be signed.
    init(
        _ state: SignedState, words: [BundleYear: SeasonWord],
        published: [BundleYear: ContentVersion] = [:]
    ) {
        (self.state, self.words, self.published) = (state, words, published)
    }

    /// The member of the record.
    var json: JSON {
        guard case .object(var member) = state.json else { return state.json }
        if !published.isEmpty {
            var contents = JSONObject()
            for (year, version) in published.sorted(by: { $0.key < $1.key }) {
                contents["\(year)"] = .string(version.hex)
            }
            member["published"] = .object(contents)
        }
        member["seasons"] = words.json
        return .object(member)
    }

    /// Reads a member of the record.
    ///
    /// - Parameter cursor: at the member.
    /// - Throws: `JSONShapeError` if it is none.
    init(_ cursor: JSONCursor) throws(JSONShapeError) {
        state = try SignedState(cursor)
        words = try [BundleYear: SeasonWord](try cursor.member("seasons"))
        var published: [BundleYear: ContentVersion] = [:]
        for (name, content) in try cursor.optional("published")?.members() ?? [] {
            published[try content.year(named: name)] =
                try content.text("64 lower-case hex digits") { ContentVersion($0) }
        }
        self.published = published
    }
}

extension [BundleYear: SeasonWord] {
    /// One member for each season.
    var json: JSON {
        var seasons = JSONObject()
        for (year, word) in sorted(by: { $0.key < $1.key }) { seasons["\(year)"] = word.json }
        return .object(seasons)
    }

    /// Reads one member for each season.
    ///
    /// - Parameter cursor: at the object.
    /// - Throws: `JSONShapeError` if it is none.
    init(_ cursor: JSONCursor) throws(JSONShapeError) {
        self.init()
        for (name, season) in try cursor.members() {
            let year = try season.year(named: name)
            self[year] = try SeasonWord(season, of: year)
        }
    }
}

extension JSONCursor {
    /// The season that the name of the member at the cursor says.
    func year(named name: String) throws(JSONShapeError) -> BundleYear {
        guard let year = BundleYear(name) else { throw mismatch("a year from 1992 to 2999") }
        return year
    }
}
