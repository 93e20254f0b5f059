import BundleFormat
import TUF

/// The forms in which a repository offers its seasons.
///
/// A season whose newest content needs a higher level of the language than the one before travels in two
/// forms, `f1/<year>/bundle.zip` and `f2/<year>/bundle.zip`: each machine takes the newest that it can read.
/// Commands act on the newest form; the older ones are carried on with the same recalls
/// (docs/adr/0018-levels.md).
struct SeasonForms {
    /// The newest form of each season that this build knows.
    private(set) var newest: [BundleYear: PublishedBundle] = [:]
    /// The older forms, by season; the newest of them first.
    private(set) var older: [BundleYear: [PublishedBundle]] = [:]
    /// Forms of a level to come, and what is no bundle: stays as it is.
    private(set) var others: [TargetFile] = []

    /// Sorts a repository's targets.
    ///
    /// - Parameter targets: what the metadata lists.
    /// - Throws: `BundleFormatError` if a signed entry is none of a bundle's.
    init(_ targets: [TargetFile]) throws(BundleFormatError) {
        var forms: [BundleYear: [PublishedBundle]] = [:]
        for target in targets {
            guard let name = TargetName(target.path), BundleFormat.levels.contains(name.format)
            else {
                others.append(target)
                continue
            }
            do throws(BundleFormatError) {
                forms[name.year, default: []].append(try PublishedBundle(reading: target))
            } catch {
                throw BundleFormatError(subject: target.path, problem: error.description)
            }
        }
        for (year, bundles) in forms {
            let sorted = bundles.sorted { $0.custom.format > $1.custom.format }
            guard let first = sorted.first else { continue }
            let rest = Array(sorted.dropFirst())
            // A publisher that knows fewer levels may have recalled something in an older form alone.
            newest[year] = first.signed(first.custom.withRecalls(of: rest.map(\.custom)))
            if !rest.isEmpty { older[year] = rest }
        }
    }

    /// The older forms that stay beside a season's newest entry: those of a lower level, with its recalls.
    ///
    /// A form of a higher level goes: machines that read it would prefer it to what is offered now. The
    /// form that was the newest until now stays where it is of a lower level than the new entry.
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
