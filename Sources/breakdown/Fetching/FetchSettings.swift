import BreakdownRenderer
import MatchKeys

/// What the options of a command line say about fetching; the values here are the defaults.
struct FetchSettings: Equatable {
    /// What happens with an event.
    enum Action: Equatable {
        /// Its matches, or one of them, are shown once.
        case show
        /// Each match is shown as soon as it has a score.
        case watch
        /// The screen shows the last match, the list and the clock.
        case kiosk
    }

    /// How new answers must be.
    var freshness = CachePolicy.usual
    /// Which matches of an event.
    var choice = MatchChoice()
    /// Whether each match's table is wanted instead of the list.
    var wantsTables = false
    /// Whether the event's insights are wanted.
    var wantsInsights = false
    /// What happens with an event.
    var action = Action.show
}
