import BreakdownRenderer
import BundleFormat

/// Finds what an author may want to change in a season that has no mistakes.
package enum SeasonReview {
    /// Reviews a season.
    ///
    /// - Returns: warnings and notes, and an error where no agent would take the season.
    static func diagnostics(_ season: CheckedSeason, in folder: String) -> [Diagnostic] {
        AsideReview.diagnostics(season) + ofTables(season)
            + SizeReview.diagnostics(season.contents, in: folder)
    }

    /// What an author at work wants to know at each save: warnings and notes about the tables themselves.
    package static func ofTables(_ season: CheckedSeason) -> [Diagnostic] {
        EmptyRowsReview.diagnostics(season) + WidthReview.diagnostics(season)
            + ReaderReview.diagnostics(season)
    }
}

extension CheckedSeason {
    func samples(of subject: Subject) -> [Sample] {
        samples.filter { $0.data.subject == subject }
    }
}

extension Diagnostic {
    package static func warning(_ file: String, _ message: String, remedy: String? = nil)
        -> Diagnostic
    {
        Diagnostic(file: file, message: message, remedy: remedy, isWarning: true)
    }

    /// The same as a note: something to know, which `--strict` accepts too.
    package var asNote: Diagnostic {
        var note = self
        note.isWarning = true
        note.isNote = true
        return note
    }
}
