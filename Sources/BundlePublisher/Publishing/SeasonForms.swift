import BundleFormat
import TUF

/// The forms in which a repository offers its seasons.
///
/// If the newest content of a season needs a higher level of the language than the one before, the season
/// has two forms, `f1/<year>/bundle.zip` and `f2/<year>/bundle.zip`. Each machine takes the newest form
/// that it can read. Commands act on the newest form; the older forms stay and get the same recalls
/// (docs/adr/0018-levels.md).
struct SeasonForms {
    /// The newest form of each season that this build knows.
    private(set) var newest: [BundleYear: PublishedBundle] = [:]
    /// The older forms, by season; the newest of them first.
    private(set) var older: [BundleYear: [PublishedBundle]] = [:]
    /// Forms of a later level, and targets that are no bundle: they stay as they are.
    private(set) var others: [TargetFile] = []

    /// Sorts a repository's targets.
    ///
    /// - Parameter targets: what the metadata lists.
    /// - Throws: `BundleFormatError` if a signed entry does not describe a bundle.
    init(_ targets: [TargetFile]) throws(BundleFormatError) {
        var forms: [BundleYear: [PublishedBundle]] = [:]
        for target in targets {
            guard let name = TargetName(target.path), BundleFormat.levels.contains(name.format)
            else {
                others.append(target)
                continue
            }
            do throws(BundleFormatError) {
                forms[name.year, default: []].append(
                    try PublishedBundle(reading: target, named: name))
            } catch {
                throw BundleFormatError(subject: target.path, problem: error.description)
            }
        }
        for (year, bundles) in forms {
            let sorted = bundles.sorted { $0.custom.format > $1.custom.format }
            guard let first = sorted.first else { continue }
            let rest = Array(sorted.dropFirst())
            // A publisher that knows fewer levels may have recalled a content only in an older form.
            newest[year] = first.signed(first.custom.withRecalls(of: rest.map(\.custom)))
            if !rest.isEmpty { older[year] = rest }
        }
    }

    /// The older forms that stay beside a season's newest entry: those of a lower level, with its recalls.
    ///
    /// A form of a higher level is removed, because machines that read it would prefer it to what is
    /// offered now. The form that was the newest until now stays if it has a lower level than the new
    /// entry.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - entry: what is offered now.
    /// - Returns: the entries to sign.
    func carried(_ year: BundleYear, beside entry: TargetCustom) -> [TargetFile] {
        let before = [newest[year]].compactMap { $0 } + (older[year] ?? [])
        return before.filter { $0.custom.format < entry.format }.map { form in
            form.signed(
                published: form.custom.published, rollout: form.custom.rollout,
                recalled: entry.recalled, rolledBack: entry.rolledBack
            ).target
        }
    }
}
