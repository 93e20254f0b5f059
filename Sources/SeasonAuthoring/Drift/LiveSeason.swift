import BreakdownRenderer
import BundleArchive
import BundleFormat
import JSON

/// A season as its bundle has it; new matches are compared with it.
package struct LiveSeason: Sendable {
    package let year: BundleYear
    package let version: ContentVersion
    let description: Description
    let json: JSON
    /// The matches among its samples that the description applies to.
    let samples: [JSON]

    /// Reads a bundle; nil if this program cannot read its description.
    package init?(_ contents: BundleContents) {
        year = contents.year
        version = contents.version
        var found: JSON?
        var values: [(name: String, json: JSON)] = []
        for (path, bytes) in contents.files {
            let name = path.description
            if name == BundleFile.description {
                found = try? JSON.parse(bytes, limits: .description)
            } else if name.hasPrefix("\(BundleFile.samples)/"), name.hasSuffix(".json"),
                let json = try? JSON.parse(bytes, limits: .match)
            {
                values.append((name, json))
            }
        }
        guard let found, let description = try? Description.decode(found, of: .match) else {
            return nil
        }
        json = found
        self.description = description
        let year = contents.year.number
        samples = values.sorted { $0.name < $1.name }.map(\.json).filter { json in
            guard json["score_breakdown"]?.objectValue != nil,
                let match = try? Match.decode(json, year: year)
            else { return false }
            return !Renderer().render(match, with: description).isGeneric
        }
    }
}
