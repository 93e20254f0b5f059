import BreakdownRenderer
import Files
import Glibc
import JSON
import MatchKeys

/// `--watch`: prints each match of an event as soon as it has a result, and again when that changes.
extension Session {
    /// Follows an event until the output is closed, or the process is ended.
    mutating func watch(_ key: EventKey) -> Int32 {
        var memory = FollowMemory()
        var pace = FollowPace()
        var trouble: String?
        var unreadable = UnreadableMatches()
        var isFirst = true
        while true {
            let seen = fetching.fetchEvent(key, year: request.year)
            var news: [FollowMemory.News] = []
            switch seen {
            case .failure(let error):
                // Nothing was shown yet, so the person should know at once.
                if isFirst || error == .keyRefused {
                    Messages.print("\(error)")
                    return ExitStatus.failed
                }
            case .success(let snapshot):
                let chosen = chosen(from: snapshot)
                news = memory.news(in: chosen)
                do {
                    if isFirst {
                        try begin(chosen, of: snapshot)
                    } else {
                        try show(news, of: snapshot)
                    }
                } catch {
                    Messages.print("\(error)")
                    return ExitStatus.failed
                }
                isFirst = false
                if snapshot.unreadable != unreadable {
                    for sentence in snapshot.unreadable.sentences(of: key) {
                        Messages.print(sentence)
                    }
                }
                unreadable = snapshot.unreadable
            }
            let problem = seen.problem
            if let problem, problem != trouble { Messages.print("\(problem); still asking") }
            if trouble != nil, problem == nil { Messages.print("The Blue Alliance answers again") }
            trouble = problem
            let wait = pace.secondsToWait(
                freshSeconds: (try? seen.get().facts.freshSeconds) ?? 1, hasNews: !news.isEmpty,
                isTrouble: problem != nil, retryAfterSeconds: seen.retryAfterSeconds)
            if output.isClosed || !Self.waits(seconds: wait) { return ExitStatus.done }
        }
    }

    /// The matches of an event that the person wants to see.
    private func chosen(from snapshot: EventSnapshot) -> [ListedMatch] {
        request.fetch.choice.choose(snapshot.matches).filter { listed in
            request.keys.isEmpty || request.keys.contains(listed.match.key)
        }
    }

    /// Says what is followed; what is there already is not printed.
    private mutating func begin(_ chosen: [ListedMatch], of snapshot: EventSnapshot)
        throws(FileError)
    {
        if request.format == .text { try output.print(snapshot.beginning(chosen, appearance)) }
        try output.flush()
        if chosen.isEmpty, !snapshot.matches.isEmpty {
            Messages.print(
                "\(snapshot.key): none of its \(snapshot.matches.count) matches fits these options")
        }
    }

    private mutating func show(
        _ news: [FollowMemory.News], of snapshot: EventSnapshot
    ) throws(FileError) {
        guard !news.isEmpty else { return }
        for json in [snapshot.source, snapshot.eventJSON].compactMap({ $0 }) {
            try show(json, of: "match-fetch")
        }
        for one in news {
            // An empty line stands between two matches; a document begins with one if it is not the first.
            let hasTable = one.listed.hasDetails
            if request.format == .text, shownCount > 0, !hasTable || drawing.document.subject == nil
            {
                try output.print("\n")
            }
            switch request.format {
            case .text where !hasTable:
                try output.print(snapshot.line(one, appearance))
                shownCount += 1
            case .json where !hasTable: try output.print(snapshot.jsonLine(one))
            default:
                try show(.object(one.listed.match.json), of: one.listed.match.key, news: one)
                // The credit belongs to each message for a chat or a page.
                if request.format == .summary || request.format == .markdown {
                    drawing.document.end(&output.waiting)
                }
            }
        }
        try output.flush()
    }

    /// Waits; false if the output was closed.
    private static func waits(seconds: Int64) -> Bool {
        // The writing end of a pipe becomes ready with an error when the reader closes it.
        var reader = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        let milliseconds = Int32(clamping: seconds * 1_000)
        let count = poll(&reader, 1, milliseconds)
        return count <= 0 || Int32(reader.revents) & (POLLERR | POLLHUP) == 0
    }
}
