import BreakdownRenderer
import BundleArchive
import BundleFormat
import JSON
import SeasonAuthoring

/// A season's content as people see it: its descriptions, applied by the present renderer.
package struct SeasonView {
    let year: BundleYear
    /// The matches and statistics that come with it, by name.
    let samples: [String: [UInt8]]
    private let descriptions: [Subject: Description]

    /// Reads a bundle's files; a description that this build does not understand counts as none, as in
    /// every renderer.
    init(_ contents: BundleContents) {
        year = contents.year
        var samples: [String: [UInt8]] = [:]
        var descriptions: [Subject: Description] = [:]
        for (path, bytes) in contents.files {
            let name = path.description
            switch name {
            case BundleFile.description: descriptions[.match] = Self.description(bytes, .match)
            case BundleFile.insights: descriptions[.insights] = Self.description(bytes, .insights)
            default:
                guard name.hasPrefix("\(BundleFile.samples)/"), name.hasSuffix(".json") else {
                    continue
                }
                samples[String(name.dropFirst(BundleFile.samples.count + 1).dropLast(5))] = bytes
            }
        }
        (self.samples, self.descriptions) = (samples, descriptions)
    }

    private static func description(_ bytes: [UInt8], _ subject: Subject) -> Description? {
        guard let json = try? JSON.parse(bytes, limits: .description) else { return nil }
        return try? Description.decode(json, of: subject)
    }

    /// A match, or an event's statistics, as this season shows it; nil if it is neither.
    func rendered(_ bytes: [UInt8]) -> RenderedBreakdown? {
        guard let json = try? JSON.parse(bytes, limits: .match) else { return nil }
        guard let source = try? TableSource.decodeSample(json, of: year.number) else { return nil }
        return Renderer().render(source, with: descriptions[source.subject])
    }
}
