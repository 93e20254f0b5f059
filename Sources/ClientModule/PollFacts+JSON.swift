import BundleFormat
import JSON
import SeasonClient

extension PollFacts {
    /// Reads the facts of a poll; nil if they are not of this form.
    ///
    /// ```
    /// {"root": BYTES, "embedded": BYTES, "files": [{"name": TEXT, "length": BYTES}],
    ///  "stored": [{"year": 2026, "version": HEX}], "unusable": [{"year": 2026, "problem": TEXT}],
    ///  "machine": TEXT, "wave": N|null, "level": N|null, "now": SECONDS, "random": 0 TO 2^32}
    /// ```
    init?(_ json: JSON, _ bytes: GivenBytes) {
        var bytes = bytes
        guard let root = bytes.next(json["root"]), let embedded = bytes.next(json["embedded"]),
            let files = bytes.files(json["files"]), let machine = json["machine"]?.stringValue,
            let now = json["now"]?.integerValue
        else { return nil }
        self.init(
            packagedRoot: root, embedded: (try? SetIndex.decode(embedded)) ?? SetIndex(),
            machineID: machine, wave: json["wave"]?.integerValue.map { Int(clamping: $0) },
            nowUnixSeconds: now, random: Double(json["random"]?.integerValue ?? 0) / 4_294_967_296)
        if let level = json["level"]?.integerValue { levelMax = Int(clamping: level) }
        self.files = files
        for bundle in json["stored"]?.arrayValue ?? [] {
            guard let year = bundle.year,
                let version = bundle["version"]?.stringValue.flatMap({ ContentVersion($0) })
            else { continue }  // No season has such a zip.
            stored.append(StoredBundle(year: year, version: version))
        }
        for season in json["unusable"]?.arrayValue ?? [] {
            guard let year = season.year else { return nil }
            unusable[year] = season["problem"]?.stringValue ?? ""
        }
    }
}

extension JSON {
    fileprivate var year: BundleYear? {
        self["year"]?.integerValue.flatMap { BundleYear(Int(clamping: $0)) }
    }
}
