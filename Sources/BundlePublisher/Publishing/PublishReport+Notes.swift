import BundleFormat
import SeasonAuthoring
import TUF

/// What a person should know about a publish.
extension Publisher.Report {
    var notesOfFound: [Advice] {
        var notes = rootsThere.falsePaths.map { path -> Advice in
            "\(path) is no root of yours, and machines stop at it: it is removed; find out who put it there"
        }
        if let live, !live.isInRepository, let problem = repository.problem {
            notes.append(
                "\(problem.message); the newest state that this home has seen is signed again")
        }
        let count = file.mistakes.count
        if isDecision, count > 0 {
            notes.append(
                "\(DecisionsFile(home: publisher.home).path): \(count == 1 ? "a line" : "\(count) lines") "
                    + "could not be read and \(count == 1 ? "was" : "were") not signed; check shows them"
            )
        }
        if case .seasons = publisher.content, publisher.checkout.commit?.isDirty == true {
            notes.append("the folder of seasons has changes that are not committed")
        }
        return notes
    }

    func notes(of offering: Offering) -> [Advice] {
        var notes: [Advice] = []
        for (year, zip) in offering.record.given.inOrder {
            if let version = offering.missing[year] {
                let known = live?.record?.offered[year]?.first { $0.version == version }
                let source =
                    known?.commit.map {
                        "check out commit \($0.prefix(12)) and publish bundles/\(year) from it"
                    } ?? "publish bundles/\(year) from the commit that has it"
                notes.append(
                    "\(year) stays as it is: the zip of \(version.short), which decisions.txt shows, "
                        + "is gone; \(source)")
            } else if offering.recalls.withdrawn.contains(year) {
                notes.append(
                    "\(year) is withdrawn: \(zip.version.short) is recalled or replaced, and nothing is "
                        + "shown instead; machines show the content inside the program")
            } else if let shown = offering.seasons[year]?.custom.version, shown != zip.version {
                notes.append(
                    "\(year) shows \(shown.short) instead of \(zip.version.short), as decisions.txt says; "
                        + "publish --again \(year) shows the folder's content")
            }
            if let bundle = offering.seasons[year], bundle.custom.format > 1,
                live?.bundles[year]?.custom.version != bundle.custom.version
            {
                notes.append(
                    "\(year) \(bundle.custom.version.short) needs level \(bundle.custom.format) of the "
                        + "description language; machines with programs that read less keep the content "
                        + "that they have")
            }
        }
        return notes
    }
}
