import BreakdownRenderer
import MatchKeys
import Terminals

extension Request {
    /// Follows the event that the command line names.
    func follow(
        _ seasons: Seasons, _ wish: Appearance.Wish, in surroundings: Surroundings
    ) -> Int32 {
        guard let word = files.first, case .inquiry(.event(let key))? = AskedFor(word) else {
            return ExitStatus.usage
        }
        let appearance = Appearance(wish, in: surroundings)
        guard fetch.action == .kiosk else {
            var session = Session(self, appearance: appearance, seasons: seasons)
            return session.watch(key)
        }
        guard surroundings.isTerminal, Surroundings.isInputTerminal else {
            Messages.print("--kiosk: expected a terminal, found none; --watch prints lines")
            return ExitStatus.failed
        }
        guard !TerminalKind.isDumb(surroundings.variable) else {
            Messages.print(
                "--kiosk: expected a terminal that can move its cursor, and TERM says that this one cannot; "
                    + "--watch prints lines")
            return ExitStatus.failed
        }
        var kiosk = Kiosk(
            key, wish: fetch, appearance: appearance,
            renderer: .init(showAll: showsAll), seasons: seasons)
        return kiosk.run()
    }
}
