import BreakdownRenderer
import BundleFormat
import Foundation

/// The forms of a table.
public enum TableForm: String, CaseIterable, Sendable {
    /// For a terminal or a monospaced font, 80 columns wide.
    case text
    /// For chats and pull requests.
    case markdown
    /// A whole page.
    case html
    /// A picture.
    case svg
    /// The values and the texts, for programs.
    case json
    /// A line for each value.
    case csv
    /// A few sentences.
    case summary
    /// What an app needs to draw the tables with its own views (docs/WEB.md).
    case view
}

/// Draws one match with one season.
enum TableDrawing {
    /// Reads a match or an event's insights.
    ///
    /// - Parameter year: the season of a match that does not name its own.
    static func source(_ match: Data, of year: Int? = nil) throws(SeasonsError) -> TableSource {
        do throws(InputProblem) {
            return try InputValue.only(in: [UInt8](match), of: year)
        } catch {
            throw SeasonsError("match: \(error.reason)")
        }
    }

    static func draw(
        _ source: TableSource, with season: Season?, as form: TableForm
    ) throws(SeasonsError) -> String {
        var options = DocumentOptions()
        options.format = OutputFormat(rawValue: form.rawValue) ?? .text
        let description = try season?.description(of: source.subject)
        let rendered = Renderer(keepsRaw: options.format.hasRawValues).render(
            source, with: description)
        var document = Document(options)
        var bytes: [UInt8] = []
        do throws(DocumentError) {
            try document.append(rendered, bundle: season?.provenance, to: &bytes)
        } catch {
            throw SeasonsError("\(source.key): \(error)")
        }
        document.end(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Season {
    fileprivate var provenance: Provenance {
        Provenance(year: year, version: version, origin: isEmbedded ? "embedded" : "downloaded")
    }

    /// A compiled description; nil if the season has none of the subject.
    fileprivate func description(of subject: Subject) throws(SeasonsError) -> Description? {
        guard let file = files[subject.bundleFile] else { return nil }
        do throws(DescriptionProblem) {
            return try Description.read([UInt8](file), of: subject)
        } catch {
            throw SeasonsError("\(subject.bundleFile): \(error.description)")
        }
    }
}
