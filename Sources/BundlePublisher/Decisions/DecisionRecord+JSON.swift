import BundleFormat
import JSON

/// The record as its file keeps it.
extension DecisionRecord {
    /// The file's content: the same record gives the same bytes.
    var encoded: [UInt8] {
        var repositories = JSONObject()
        for (place, words) in places.sorted(by: { $0.key < $1.key }) {
            repositories[place] = words.json
        }
        var states = JSONObject()
        for (place, state) in signed.sorted(by: { $0.key < $1.key }) { states[place] = state.json }
        var contents = JSONObject()
        for (year, versions) in published.sorted(by: { $0.key < $1.key }) {
            contents["\(year)"] = .array(versions.map { .string($0.hex) })
        }
        var file = JSONObject()
        file["format"] = 1
        if !killed.isEmpty {
            var versions = JSONObject()
            for (place, list) in killed.sorted(by: { $0.key < $1.key }) {
                versions[place] = .array(list.map { .integer($0) })
            }
            file["killed"] = .object(versions)
        }
        if !pending.isEmpty {
            var commands = JSONObject()
            for (place, command) in pending.sorted(by: { $0.key < $1.key }) {
                commands[place] = command.json
            }
            file["pending"] = .object(commands)
        }
        file["published"] = .object(contents)
        file["repositories"] = .object(repositories)
        file["signed"] = .object(states)
        return JSON.object(file).serialized(.indented)
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
            places[place] = try [BundleYear: SeasonWord](seasons)
        }
        let commands = try cursor.optional("pending")?.members() ?? []
        guard commands.count <= Self.placesMax else {
            throw cursor.mismatch("at most \(Self.placesMax) pending repositories")
        }
        for (place, command) in commands { pending[place] = try PendingWords(command) }
        let cutOff = try cursor.optional("killed")?.members() ?? []
        guard cutOff.count <= Self.placesMax else {
            throw cursor.mismatch("at most \(Self.placesMax) repositories with killed commands")
        }
        for (place, list) in cutOff {
            let versions = try list.elements()
            guard versions.count <= Self.killedMax else {
                throw list.mismatch("at most \(Self.killedMax) versions")
            }
            killed[place] = try versions.map { (version) throws(JSONShapeError) in
                try version.integer(in: 0...Int64.max)
            }
        }
        for (place, state) in try cursor.optional("signed")?.members() ?? []
        where places[place] != nil {
            signed[place] = try SignedState(state)
        }
        guard let contents = try cursor.optional("published") else {
            // Programs before 0.5 kept no such list. What they chose to show is ours.
            for word in places.values.flatMap(\.values) where word.isChosen {
                guard let custom = word.bundle?.custom else { continue }
                addPublished([custom.year: custom.version])
            }
            return
        }
        for (name, versions) in try contents.members() {
            let year = try versions.year(named: name)
            let elements = try versions.elements()
            guard 1...Self.publishedMax ~= elements.count else {
                throw versions.mismatch("1 to \(Self.publishedMax) contents")
            }
            published[year] = try elements.map { (element) throws(JSONShapeError) in
                try element.text("64 lower-case hex digits") { ContentVersion($0) }
            }
        }
    }
}
