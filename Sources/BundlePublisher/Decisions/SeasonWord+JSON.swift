import BundleFormat
import JSON
import SeasonAuthoring
import TUF

// As the record keeps a word.

extension SeasonWord {
    /// The member of the record.
    var json: JSON {
        guard let bundle else {
            var word = JSONObject()
            if let lastChosen { word["lastChosen"] = .object(lastChosen.members) }
            if !lifted.isEmpty { word["lifted"] = .versions(lifted) }
            word["recalled"] = .versions(recalled)
            if !rolledBack.isEmpty { word["rolledBack"] = .versions(rolledBack) }
            word["removed"] = removedVersion.map(JSON.integer)
            word["signed"] = signedVersion.map(JSON.integer)
            word["withdrawn"] = .bool(isWithdrawn)
            return .object(word)
        }
        var word = bundle.members
        if !lifted.isEmpty { word["lifted"] = .versions(lifted) }
        word["chosen"] = .bool(isChosen)
        if let lastChosen { word["lastChosen"] = .object(lastChosen.members) }
        if !older.isEmpty { word["older"] = .array(older.map { .object($0.members) }) }
        word["removed"] = removedVersion.map(JSON.integer)
        word["signed"] = signedVersion.map(JSON.integer)
        // Else it follows from the recalls.
        if isWithdrawn != SeasonWord(bundle).isWithdrawn { word["withdrawn"] = .bool(isWithdrawn) }
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
            (signedVersion, removedVersion) = try Self.versions(cursor)
            lastChosen = try Self.lastChosen(cursor, of: year)
            return
        }
        self.init(try PublishedBundle(cursor, of: year))
        isChosen = try cursor.member("chosen").bool()
        isWithdrawn = try cursor.optional("withdrawn")?.bool() ?? isWithdrawn
        (signedVersion, removedVersion) = try Self.versions(cursor)
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
    /// The versions of the states that say the word, and that no longer offer the season.
    ///
    /// Earlier programs wrote the version 0 of a season that was no longer offered.
    private static func versions(
        _ cursor: JSONCursor
    ) throws(JSONShapeError) -> (signed: Int64?, removed: Int64?) {
        let signed = try cursor.optional("signed")?.integer(in: 0...Int64.max)
        let removed = try cursor.optional("removed")?.integer(in: 0...Int64.max)
        return signed == 0 ? (nil, removed ?? 0) : (signed, removed)
    }

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
