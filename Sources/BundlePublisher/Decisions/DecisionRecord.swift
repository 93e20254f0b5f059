import BundleFormat
import JSON

/// Remembers what we decided and signed in each repository of a home.
///
/// Normally the signed metadata decides, and this record only adds recalls that an older copy of a directory has
/// lost. After the online key was replaced, the metadata may be a thief's. Then this record says what was ours.
/// The record is public. People commit it to version control, as they do with the roots.
package struct DecisionRecord: Equatable {
    /// What was last signed and decided, by place and season.
    var places: [String: [BundleYear: SeasonWord]] = [:]
    /// What was live in each place after its words changed last.
    ///
    /// It is written after the publish is live. If the command is killed before that, nothing is signed a
    /// second time.
    var signed: [String: SignedState] = [:]
    /// What a command is about to sign in each place.
    ///
    /// It is written before the publish is live. When the publish is live, it replaces the words.
    var pending: [String: PendingWords] = [:]
    /// The versions of commands that were cut off before their timestamp, newer than what is live.
    ///
    /// The place may hold what they signed, but they have decided nothing.
    var killed: [String: [Int64]] = [:]
    /// The contents that commands of this home have published from a folder or from another repository, newest first.
    ///
    /// They are ours in every place. Whatever else a place has offered may be a thief's.
    var published: [BundleYear: [ContentVersion]] = [:]

    /// The most contents of a season that we remember as ours.
    ///
    /// A rollback goes back by one or two.
    static let publishedMax = 64

    /// The most commands of a place that we remember as cut off.
    ///
    /// Each is the work of a person or a cron job that failed.
    static let killedMax = 64

    /// The most places in one record.
    ///
    /// The limit stops a script that invents names.
    static let placesMax = 64

    /// True if a content is not known to be somebody else's.
    ///
    /// - Parameters:
    ///   - version: the content.
    ///   - year: its season. If nothing is remembered of it, every content counts as ours.
    /// - Returns: false if the home remembers contents of the season, and this is none of them.
    func isOurs(_ version: ContentVersion, of year: BundleYear) -> Bool {
        published[year].map { $0.contains(version) } ?? true
    }

    /// Remembers contents as ours.
    private mutating func addPublished(_ versions: [BundleYear: ContentVersion]) {
        for (year, version) in versions where published[year]?.first != version {
            let before = (published[year] ?? []).filter { $0 != version }
            published[year] = [version] + before.prefix(Self.publishedMax - 1)
        }
    }

    /// The words for a place.
    ///
    /// An unknown place is either a known one under another name (another checkout, a directory that was
    /// moved), or a new one of the same home. Recalls hold everywhere, so they come from all places. The other
    /// words come only from a place that has exactly what is live here.
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
                    var mine = words[year] ?? SeasonWord()
                    mine.recalled += word.recalled.filter { !mine.recalled.contains($0) }
                    mine.lastChosen = mine.lastChosen ?? word.bundleOfOurs
                    words[year] = mine
                }
            }
        }
        return words
    }

    /// Adds what is about to be signed in a place.
    ///
    /// A season that is no longer offered stays if we decided something about it: it may come back.
    ///
    /// - Parameters:
    ///   - forms: everything that is signed.
    ///   - published: the contents that come from a folder or from another repository.
    ///   - live: what is signed until now; nil if none of that counts.
    ///   - place: the place's name.
    ///   - state: the root and the version that it is signed under.
    /// - Throws: ``PublishError`` if there are too many places.
    mutating func add(
        _ forms: SeasonForms, publishing published: [BundleYear: ContentVersion] = [:],
        over live: [BundleYear: TargetCustom]?, at place: String, signedAs state: SignedState
    ) throws(PublishError) {
        let bundles = forms.newest
        try requireRoom(for: place)
        // The first word about a place under this name: what was known of it stays known.
        let before = words(at: place, beside: live ?? [:])
        var words = before.filter { bundles[$0.key] != nil || $0.value.isDecision }
        for year in words.keys where bundles[year] == nil { words[year]?.signedVersion = 0 }
        for (year, bundle) in bundles {
            if let live {
                guard bundle.custom != live[year] else {
                    if words[year]?.agrees(with: bundle.custom) == true {
                        words[year]?.signedVersion = state.version
                    }
                    continue
                }
                words[year] = (before[year] ?? SeasonWord()).after(
                    signing: bundle, beside: forms.older[year] ?? [], over: live[year],
                    isOurs: published[year] == bundle.custom.version
                        || isOurs(bundle.custom.version, of: year))
            } else {
                words[year] = SeasonWord(bundle)
                words[year]?.older = forms.older[year] ?? []
            }
            words[year]?.signedVersion = state.version
        }
        // Only this member tells what a killed command has left from what somebody has put an old timestamp over.
        pending[place] = PendingWords(state, words: words, published: published)
    }

    /// The words for a place as they will be when the pending publish is live.
    func wordsToCome(at place: String) -> [BundleYear: SeasonWord] {
        pending[place]?.words ?? places[place] ?? [:]
    }

    /// Counts what a command was about to sign as signed, unless the live state is older.
    ///
    /// - Parameters:
    ///   - place: the place's name.
    ///   - live: the state under which the place is signed now; nil if it is unknown. Then a person's
    ///     decision counts.
    ///   - pendingWasLive: whether the place shows that the command's state was live before.
    mutating func settle(_ place: String, live: SignedState?, pendingWasLive: Bool) {
        if let live {
            let left = (killed[place] ?? []).filter { $0 > live.version }
            killed[place] = left.isEmpty ? nil : left
        }
        guard let command = pending.removeValue(forKey: place) else { return }
        if let live, live.isBefore(command.state) {
            killed[place, default: []].append(command.state.version)
            killed[place] = killed[place]?.suffix(Self.killedMax)
            return
        }
        // Somebody has signed past it: only what was live counts.
        if let live, live != command.state, !pendingWasLive { return }
        places[place] = command.words
        addPublished(command.published)
    }

    /// The record with each place under its real name; programs before 0.8 kept links and dots in them.
    ///
    /// If a place has two names, what was signed there last counts, with the recalls of both.
    ///
    /// - Parameter realName: gives the real path of a place; nil for one that is not there, or is no path.
    func renamingPlaces(_ realName: (String) -> String?) -> DecisionRecord {
        var record = self
        for name in Set(places.keys).union(pending.keys).union(killed.keys).sorted()
        where name.hasPrefix("/") {
            guard let real = realName(name), real != name else { continue }
            let isNewer = record.signed[name]?.version ?? 0 > record.signed[real]?.version ?? 0
            let (other, mine) = (record.places[name], record.places[real])
            if let words = isNewer ? other : mine ?? other {
                let rest = isNewer ? mine : other
                record.places[real] = words.merging(rest ?? [:]) { word, other in
                    var word = word
                    word.recalled += other.recalled.filter {
                        !word.recalled.contains($0) && !word.lifted.contains($0)
                    }
                    return word
                }
            }
            if isNewer || record.signed[real] == nil { record.signed[real] = record.signed[name] }
            record.pending[real] = record.pending[real] ?? record.pending[name]
            record.killed[real] = record.killed[real] ?? record.killed[name]
            record.places[name] = nil
            record.signed[name] = nil
            record.pending[name] = nil
            record.killed[name] = nil
        }
        return record
    }

    /// Throws if there are too many places.
    func requireRoom(for place: String) throws(PublishError) {
        let known = Set(places.keys).union(pending.keys)
        guard known.contains(place) || known.count < Self.placesMax else {
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
