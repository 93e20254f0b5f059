import BundleFormat
import JSON
import SeasonAuthoring
import TUF

/// What a publisher has decided about one season of one repository, as the home remembers it.
struct SeasonWord: Equatable {
    /// What was last signed; nil if we know only recalls.
    var bundle: PublishedBundle?
    /// The forms of lower levels that a command of ours has signed beside ``bundle``.
    var older: [PublishedBundle] = []
    /// Contents that no machine may serve, newest first.
    var recalled: [ContentVersion] = []
    /// Contents whose recall we have lifted, newest first: an older entry, or a replaced key's, does not recall them.
    var lifted: [ContentVersion] = []
    /// Contents that a rollback has replaced, newest first.
    var rolledBack: [ContentVersion] = []
    /// True if machines show the bundle inside the program in the place of a recalled content.
    var isWithdrawn = false
    /// True if a command of ours has published the content of ``bundle``.
    ///
    /// A content that a command has only taken over from the live metadata may be a thief's. No other key
    /// ever signs it again.
    var isChosen = true
    /// What a command of ours has chosen last, if ``bundle`` may be a thief's.
    var lastChosen: PublishedBundle?

    /// The version of the newest state that this home has signed and that says this; ``unsigned`` for a decision that no state
    /// says yet, 0 for a season that is no longer offered, nil if an older program has written the word.
    var signedVersion: Int64?

    /// Stands for the version of a decision that is newer than all that is signed.
    static let unsigned = Int64.max

    /// The bundle that another key may sign: one that a command of ours has chosen, or one that is recalled itself.
    var bundleOfOurs: PublishedBundle? { (isChosen || isWithdrawn ? bundle : nil) ?? lastChosen }

    /// What is signed, or was.
    init(_ bundle: PublishedBundle) {
        self.bundle = bundle
        recalled = bundle.custom.recalled
        rolledBack = bundle.custom.rolledBack
        isWithdrawn = recalled.contains(bundle.custom.version)
    }

    /// Recalls alone.
    init(recalled: [ContentVersion] = [], isWithdrawn: Bool = false) {
        self.recalled = recalled
        self.isWithdrawn = isWithdrawn
    }

    /// True if it holds a decision.
    ///
    /// A word with a decision stays when the season is no longer offered.
    var isDecision: Bool { !recalled.isEmpty || !rolledBack.isEmpty }

    /// The word with other recalls.
    ///
    /// - Parameters:
    ///   - recalled: the recalls, newest first.
    ///   - published: the new time of publication; nil if it stays.
    /// - Returns: the word; the season is withdrawn if its content is recalled now. What is no longer recalled counts
    ///   as lifted.
    func with(recalled: [ContentVersion], publishedAnew published: String? = nil) -> SeasonWord {
        var word = self
        word.recalled = recalled
        word.lifted = Array(
            (lifted + self.recalled).filter { !recalled.contains($0) }
                .prefix(TargetCustom.recalledMax))
        word.bundle = bundle.map {
            $0.signed(
                published: published ?? $0.custom.published, rollout: $0.custom.rollout,
                recalled: recalled, rolledBack: $0.custom.rolledBack)
        }
        word.isWithdrawn =
            bundle.map { recalled.contains($0.custom.version) } ?? isWithdrawn && !recalled.isEmpty
        return word
    }

    /// The word after a command of ours has signed another entry.
    ///
    /// Only what the command itself has changed is ours. What it has taken over from the entry before may
    /// be a thief's.
    ///
    /// - Parameters:
    ///   - new: what is signed now.
    ///   - forms: the forms of lower levels that are signed beside it.
    ///   - old: the entry before; nil if the season is added.
    ///   - isOurs: whether the content is one that a command of ours has published. An earlier content that a
    ///     rollback or a recall brings back may be a thief's.
    /// - Returns: the word.
    func after(
        signing new: PublishedBundle, beside forms: [PublishedBundle] = [],
        over old: TargetCustom?, isOurs: Bool
    ) -> SeasonWord {
        func ours(
            _ before: [ContentVersion], _ now: [ContentVersion], known: [ContentVersion]
        ) -> [ContentVersion] {
            let added = old == nil ? [] : now.filter { !before.contains($0) && !known.contains($0) }
            let lifted = before.filter { !now.contains($0) }
            return added + known.filter { !lifted.contains($0) }
        }
        let custom = new.custom
        let recalled = ours(old?.recalled ?? [], custom.recalled, known: recalled)
        // While the content is the same, a thief may have dropped what we know; with another one, its publisher has.
        let isSame = bundle?.custom.version == custom.version
        let rolledBack = ours(old?.rolledBack ?? [], custom.rolledBack, known: rolledBack)
            .filter { isSame || custom.rolledBack.contains($0) }
        var word = SeasonWord(
            new.signed(
                published: custom.published, rollout: custom.rollout, recalled: recalled,
                rolledBack: rolledBack))
        word.isChosen =
            old?.version != custom.version && isOurs
            || isChosen && bundle?.custom.version == custom.version
        word.lastChosen = word.isChosen ? nil : (isChosen ? bundle : nil) ?? lastChosen
        let mine = Set(
            older.map(\.custom.version)
                + (isChosen ? [bundle?.custom.version].compactMap { $0 } : []))
        word.older = forms.filter { mine.contains($0.custom.version) }
        let lifts = (old?.recalled ?? []).filter { !lifted.contains($0) } + lifted
        word.lifted = Array(
            lifts.filter { !custom.recalled.contains($0) }.prefix(TargetCustom.recalledMax))
        return word
    }
}

extension SeasonWord {
    /// True if an entry says what this word says; another checkout may have decided otherwise since.
    func agrees(with custom: TargetCustom) -> Bool {
        let signed = Set(custom.recalled)
        guard signed.isSuperset(of: recalled), signed.isDisjoint(with: lifted) else { return false }
        guard let ours = bundle?.custom else { return true }
        return ours.version == custom.version && ours.published == custom.published
            && ours.rollout == custom.rollout
            && Set(custom.rolledBack).isSuperset(of: ours.rolledBack)
    }
}

// MARK: - As it is kept

extension SeasonWord {
    /// The member of the record.
    var json: JSON {
        guard let bundle else {
            var word = JSONObject()
            if let lastChosen { word["lastChosen"] = .object(lastChosen.members) }
            if !lifted.isEmpty { word["lifted"] = .versions(lifted) }
            word["recalled"] = .versions(recalled)
            if !rolledBack.isEmpty { word["rolledBack"] = .versions(rolledBack) }
            word["signed"] = signedVersion.map(JSON.integer)
            word["withdrawn"] = .bool(isWithdrawn)
            return .object(word)
        }
        var word = bundle.members
        if !lifted.isEmpty { word["lifted"] = .versions(lifted) }
        word["chosen"] = .bool(isChosen)
        if let lastChosen { word["lastChosen"] = .object(lastChosen.members) }
        if !older.isEmpty { word["older"] = .array(older.map { .object($0.members) }) }
        word["signed"] = signedVersion.map(JSON.integer)
        return .object(word)
    }

    /// Reads a member of the record.
    ///
    /// - Parameters:
    ///   - cursor: at the member.
    ///   - year: the season that the word is about.
    /// - Throws: `JSONShapeError` if it is none.
    init(_ cursor: JSONCursor, of year: BundleYear) throws(JSONShapeError) {
        guard try cursor.optional("custom") != nil else {
            self.init()
            recalled = try cursor.member("recalled").versions(countMax: TargetCustom.recalledMax)
            rolledBack =
                try cursor.optional("rolledBack")?.versions(countMax: TargetCustom.recalledMax)
                ?? []
            lifted = try Self.lifted(cursor)
            isWithdrawn = try cursor.member("withdrawn").bool()
            signedVersion = try cursor.optional("signed")?.integer(in: 0...Int64.max)
            lastChosen = try Self.lastChosen(cursor, of: year)
            return
        }
        self.init(try PublishedBundle(cursor, of: year))
        isChosen = try cursor.member("chosen").bool()
        signedVersion = try cursor.optional("signed")?.integer(in: 0...Int64.max)
        lastChosen = try Self.lastChosen(cursor, of: year)
        lifted = try Self.lifted(cursor)
        let forms = try cursor.optional("older")?.elements() ?? []
        guard forms.count < BundleFormat.levels.count else {
            throw cursor.mismatch("at most one form for each level")
        }
        older = try forms.map { (form) throws(JSONShapeError) in
            try PublishedBundle(form, of: year)
        }
    }
}

extension SeasonWord {
    private static func lifted(_ cursor: JSONCursor) throws(JSONShapeError) -> [ContentVersion] {
        try cursor.optional("lifted")?.versions(countMax: TargetCustom.recalledMax) ?? []
    }

    private static func lastChosen(
        _ cursor: JSONCursor, of year: BundleYear
    ) throws(JSONShapeError) -> PublishedBundle? {
        try cursor.optional("lastChosen").map { (bundle) throws(JSONShapeError) in
            try PublishedBundle(bundle, of: year)
        }
    }
}

extension PublishedBundle {
    /// What the record keeps of it.
    fileprivate var members: JSONObject {
        var members = JSONObject()
        members["custom"] = custom.json
        members["length"] = .integer(Int64(target.lengthBytes))
        members["sha256"] = .string(target.sha256 ?? "")
        return members
    }

    /// Reads what the record keeps.
    fileprivate init(_ cursor: JSONCursor, of year: BundleYear) throws(JSONShapeError) {
        let custom = try cursor.member("custom")
        let entry: TargetCustom
        do throws(BundleFormatError) {
            entry = try TargetCustom(custom)
        } catch {
            throw custom.mismatch("what is signed of a season: \(error.problem)")
        }
        guard entry.year == year else { throw custom.mismatch("season \(year)") }
        let hash = try cursor.member("sha256").text("64 lower-case hex digits") {
            ContentVersion($0)?.hex
        }
        let length = try cursor.member("length").integer(in: 0...Int64(Int32.max))
        self.init(
            target: TargetFile(
                path: TargetName(year: year, format: entry.format).path,
                lengthBytes: Int(length),
                hashes: ["sha256": hash], custom: entry.json),
            custom: entry)
    }
}

extension JSON {
    fileprivate static func versions(_ versions: [ContentVersion]) -> JSON {
        .array(versions.map { .string($0.hex) })
    }
}

extension JSONCursor {
    /// The content versions of the list at the cursor.
    fileprivate func versions(countMax: Int) throws(JSONShapeError) -> [ContentVersion] {
        let elements = try elements()
        guard elements.count <= countMax else { throw mismatch("at most \(countMax) contents") }
        return try elements.map { (element) throws(JSONShapeError) in
            try element.text("64 lower-case hex digits") { ContentVersion($0) }
        }
    }

    /// The value that `make` gives for the text at the cursor.
    func text<Value>(
        _ expected: String, _ make: (String) -> Value?
    ) throws(JSONShapeError) -> Value {
        guard let value = make(try string()) else { throw mismatch(expected) }
        return value
    }
}
