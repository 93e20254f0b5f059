import BundleFormat
import JSON
import SeasonClient

extension PollResult {
    /// What the host keeps, and what it shows.
    ///
    /// ```
    /// {"done": {"report": AS poll --json, "pause": SECONDS,
    ///           "seasons": [{"year": 2026, "version": HEX, "origin": TEXT, "since": SECONDS|null,
    ///                        "published": SECONDS|null, "reason": TEXT}],
    ///           "bundles": [{"year": 2026, "version": HEX, "length": BYTES}],
    ///           "files": [{"name": TEXT, "length": BYTES|null}],
    ///           "unneeded": [{"year": 2026, "version": HEX}]}}
    /// ```
    ///
    /// The bytes of bundles and files follow in this order.
    var output: [UInt8] {
        var output = Output()
        let bundles = bundles.map { bundle -> JSON in
            var json = bundle.bundle.json
            json["length"] = output.add(bundle.zip)
            return .object(json)
        }
        let files = files.map { file -> JSON in
            ["name": .string(file.name), "length": file.bytes.map { output.add($0) } ?? .null]
        }
        return output.behind([
            "done": [
                "report": report.json, "pause": .integer(pauseSeconds),
                "seasons": .array(seasons.map { $0.json }), "bundles": .array(bundles),
                "files": .array(files), "unneeded": .array(unneeded.map { .object($0.json) }),
            ]
        ])
    }
}

extension StoredBundle {
    fileprivate var json: JSONObject {
        var json = JSONObject()
        json["year"] = .integer(Int64(year.number))
        json["version"] = .string(version.hex)
        return json
    }
}

extension PollResult.Season {
    fileprivate var json: JSON {
        [
            "year": .integer(Int64(year.number)), "version": .string(entry.version.hex),
            "origin": .string(entry.origin.rawValue),
            "since": entry.sinceUnixSeconds.map { .integer($0) } ?? .null,
            "published": entry.publishedUnixSeconds.map { .integer($0) } ?? .null,
            "reason": .string(reason),
        ]
    }
}
