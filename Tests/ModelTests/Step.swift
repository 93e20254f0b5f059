/// One thing that somebody does: an author, a publisher, a thief or a machine.
///
/// A step names seasons by their year and contents by small numbers. Where a step makes no sense, as a
/// pin of a season that a machine does not have, it does nothing; so any part of a history is a history.
enum Step: Equatable, Sendable {
    // Authors change the folder of seasons.

    /// Content `content` is put into the season's folder, and every table is made anew.
    case edit(Int, content: Int)
    /// The same, but the tables of seasons that are aliases of this one stay as they are.
    case editAlone(Int, content: Int)
    /// The season becomes an alias of another one.
    case alias(Int, of: Int)
    /// The season's folder is deleted.
    case remove(Int)

    // The publisher runs commands.

    case publish(Terms)
    case rollback(Int, to: Int?)
    case recall(Int, Which, to: Replacement)
    case lift(Int, Which)
    case waves(Int, Waves)
    /// The folder is published into the beta.
    case publishBeta
    /// The beta's seasons, or one of them, are offered in the repository.
    case promote(Int?)
    case prune
    case refresh
    /// `keys rotate-online`, with `--to` or without.
    case rotate(publishes: Bool)
    case addRoot
    case removeRoot
    case renewRoot
    case threshold(Int)

    // How a command is run.

    /// Killed after so many of its writes; inside ``elsewhere(_:)``, of another checkout, which is then thrown away.
    indirect case crash(Int, Step)
    /// While another publisher is at work.
    indirect case locked(Step)
    /// From another checkout: the committed part of the home, with the online key as a secret.
    indirect case elsewhere(Step)
    /// At a colleague's laptop, whose checkout commits nothing until ``meet``.
    indirect case laptop(Step)
    /// The laptop pulls what the main checkout has, and pushes its own.
    case meet
    /// With a clock that is off by so many hours.
    indirect case askew(Int, Step)
    /// After somebody without any key has put the timestamp back that so many publishes ago was there.
    indirect case rewound(Int, Step)
    /// After somebody has put back a copy of the directory from that many publishes ago; zips stay.
    indirect case restored(Int, Step)
    /// Which cache the commands that follow use.
    case cache(Cache)
    /// Time passes.
    case wait(hours: Int)

    // A thief has a copy of the online key, and of the server's password.

    case thief(Theft)
    /// The publisher notices: `keys rotate-online`, then `publish`.
    case recover

    // Machines.

    case machine(Int, Deed)

    /// What is signed beside a publish.
    struct Terms: Equatable, Sendable {
        var waves: Waves?
        var holdsOff = false
        var again: Int?
        var isForced = false
    }

    /// A content of a season.
    enum Which: Equatable, Sendable {
        /// What is offered now.
        case live
        case content(Int)
    }

    /// What takes the place of a recalled content.
    enum Replacement: Equatable, Sendable { case previous, embedded, content(Int) }

    /// The course of a rollout.
    enum Waves: String, CaseIterable, Sendable {
        case stop, all
        /// 10 % at once, half after two hours, everybody after six.
        case slow
        /// Half at once, everybody after a day.
        case half
        /// Nobody for a day, then everybody.
        case later

        /// As it is typed.
        var text: String {
            switch self {
            case .stop, .all: rawValue
            case .slow: "10%:0h,50%:2h,100%:6h"
            case .half: "50%:0h,100%:24h"
            case .later: "100%:24h"
            }
        }

        /// Percent of all machines, and hours after the publication.
        var course: [(percent: Int, hours: Int)] {
            switch self {
            case .stop, .all: []
            case .slow: [(10, 0), (50, 2), (100, 6)]
            case .half: [(50, 0), (100, 24)]
            case .later: [(100, 24)]
            }
        }
    }

    /// Where checked seasons are kept between commands.
    enum Cache: String, CaseIterable, Sendable { case warm, cold, shared, none }

    /// What the thief signs.
    enum Theft: String, CaseIterable, Sendable {
        /// Another content for each season.
        case content
        /// The same, and a file in the place of the next root.
        case root
        /// The same, and its snapshot is gone.
        case lost
        /// The same, as published in the year 9999.
        case future
        /// Our entries, with all our contents recalled.
        case recall
        /// Our entries, with all our contents called rolled back.
        case rollback
        /// No season at all.
        case nothing
        /// Entries that nobody can read.
        case garbage
        /// Our entries with waves that reach nobody for a year.
        case waves
        /// A season more.
        case season
        /// Another content, with versions close to the largest number.
        case huge
        /// The content that was offered first, as news.
        case old
        /// A timestamp that no key has signed.
        case noise
    }

    /// What a machine, or somebody at it, does.
    enum Deed: Equatable, Sendable {
        case poll
        case pin(Int, Int)
        case unpin(Int)
        case hold, resume
        case rollback(Int)
        case reset
        /// A newer program with newer seasons inside.
        case upgrade
        /// It polls, and the repository is not to be reached.
        case pollAway
        /// It polls a copy that somebody made of the repository at this moment.
        case pollCopy
    }
}
