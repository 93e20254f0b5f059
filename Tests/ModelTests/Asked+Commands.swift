import BundleFormat
import TUF

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What each command is asked for; nil where a step makes no sense just now.
extension Asked {
    init?(_ step: Step, _ at: Situation) {
        switch step.verb {
        case .publish: self.init(publish: step, at)
        case .rollback: self.init(rollback: step, at)
        case .recall: self.init(recall: step, at)
        case .lift, .waves: self.init(aboutContent: step, at)
        case .promote: self.init(promote: step, at)
        case .pull:
            self.init(words: ["pull"], effect: .pulls, mayFail: at.live == nil || at.isStrange)
        case .refresh:
            self.init(words: ["refresh"], effect: .renews)
            if at.live == nil { obstacle = "nothing is live" }
        case .prune: self.init(words: ["prune", "--keep-days", "0"], effect: .keeps, mayFail: true)
        default: self.init(keys: step, at)
        }
        if step.verb != .rotateAlone { words += ["--in", at.site] }
        words += ["--home", at.checkout.home]
        switch effect {
        case .signs, .renews:
            if !at.canSign { obstacle = obstacle ?? "the key does not count" }
            // Nothing is live, so nothing was given: what is decided waits for a publish.
            if at.live == nil, step.verb != .publish { mayFail = true }
            if at.isStrange { mayFail = true }
            // A home that lacks a root brings it up to date first.
            let ours = (try? Home(path: at.checkout.home).roots())?.newest ?? []
            if Run.version(ours) < Run.version(at.view.root) { mayFail = true }
        default: break
        }
    }

    private init?(publish step: Step, _ at: Situation) {
        let checkout = at.checkout
        let given = checkout.given(at.catalogue)
        self.init(words: ["publish", "--bundles", checkout.bundles], effect: .signs(given: given))
        (comparesLines, comparesCommit) = (true, true)
        if !checkout.folder.isGood { obstacle = "the seasons have mistakes" }
        if let course = step.option("waves").flatMap({ Step.courses[$0] }) {
            words += ["--waves", course]
            begins = Course(course) ?? .everyone
        }
        if step.arguments.contains("hold-off") {
            words += ["--hold-off", "10m"]
            begins.holdOffSeconds = 600
        }
        commit = .some(nil)
        if let head = checkout.head, !step.arguments.contains("no-commit") {
            commit = head.signed
            words += ["--commit", head.id, "--committed", "\(UTCTime(unixSeconds: head.time))"]
        }
        if step.arguments.contains("over"), let live = at.live {
            words += ["--over", "\(live.version)"]
            (comparesLines, comparesCommit) = (false, false)
        }
        guard let year = step.option("again").flatMap({ Int($0) }) else { return }
        words += ["--again", "\(year)"]
        // A season that the folder does not have is a note, and shows nothing.
        guard let content = given[year] else { return }
        mayAdd = { $0 == Decision(year: year, content: content, deed: .again) }
        isAnswered = { !$0.isReplaced(year, content) }
    }

    /// A command that adds lines, and is given what live was given.
    private init(deciding words: [String], _ at: Situation) {
        self.init(words: words, effect: .signs(given: at.live?.record?.given ?? [:]))
        comparesLines = true
        commit = .some(at.live?.record?.commit)
    }

    private init?(rollback step: Step, _ at: Situation) {
        guard let year = step.number(0) else { return nil }
        self.init(deciding: ["rollback", "\(year)", "--why", "a trial"], at)
        let named = step.number(1).flatMap { at.catalogue.version(year, $0) }
        if let named { words += ["--to", named.hex] }
        guard let given = at.live?.record?.given[year] else {
            obstacle = at.isStrange ? nil : "\(year) was not given"
            mayAdd = { $0.year == year && $0.kind == .show }
            return
        }
        let shown = at.lines.shown(year, given: given)
        // A command that was killed has added its line: the same command signs that one.
        let isDecided = shown != Lines(at.live?.record?.lines ?? []).shown(year, given: given)
        guard let target = named ?? (isDecided ? shown : at.earlier(year, than: shown)) else {
            obstacle = "no earlier content"
            return
        }
        if at.lines.isRecalled(year, target) { obstacle = "it is recalled" }
        if !at.hasZip(year, target) { mayFail = true }
        mayAdd = {
            $0.year == year && $0.kind == .show
                && ($0.deed == .rollback(to: target) || $0.deed == .again && $0.content == target)
        }
        isAnswered = { $0.shown(year, given: given) == target }
    }

    private init?(recall step: Step, _ at: Situation) {
        guard let year = step.number(0) else { return nil }
        let given = at.live?.record?.given[year]
        let shown = given.map { at.lines.shown(year, given: $0) }
        let isShown = step.word(1) == "shown"
        let content = isShown ? shown : step.number(1).flatMap { at.catalogue.version(year, $0) }
        guard let content else { return nil }
        self.init(deciding: ["recall", "\(year)", content.hex], at)
        var target = shown == content ? at.earlier(year, than: content) : nil
        switch step.word(2) {
        case "embedded":
            words += ["--to", "embedded"]
            target = nil
        case "previous": break
        case let word:
            guard let named = word.flatMap({ Int($0) }).flatMap({ at.catalogue.version(year, $0) })
            else { return nil }
            words += ["--to", named.hex]
            target = named
            if named == content || at.lines.isRecalled(year, named) || !at.hasZip(year, named) {
                mayFail = true
            }
        }
        let wasRecalled = at.lines.isRecalled(year, content)
        let shows = target.map { Decision.Deed.rollback(to: $0) }
        mayAdd = {
            guard $0.year == year else { return false }
            if $0.content == content, $0.deed == .recall { return true }
            return shown == content
                && ($0.deed == shows || $0.deed == .again && $0.content == target)
        }
        isAnswered = {
            guard $0.isRecalled(year, content) else { return false }
            guard !wasRecalled, shown == content, let given, let target else { return true }
            return $0.shown(year, given: given) == target
        }
    }

    private init?(aboutContent step: Step, _ at: Situation) {
        guard let year = step.number(0), let word = step.word(1) else { return nil }
        if step.verb == .lift {
            guard let content = Int(word).flatMap({ at.catalogue.version(year, $0) }) else {
                return nil
            }
            self.init(deciding: ["lift", "\(year)", content.hex], at)
            mayFail = !at.lines.isRecalled(year, content)
            mayAdd = { $0 == Decision(year: year, content: content, deed: .lift) }
            isAnswered = { !$0.isRecalled(year, content) }
            return
        }
        let text = Step.courses[word]
        self.init(deciding: ["waves", "\(year)", text ?? "stop"], at)
        guard let given = at.live?.record?.given[year] else {
            obstacle = at.isStrange ? nil : "\(year) was not given"
            mayAdd = { $0.year == year && $0.kind == .rollout }
            return
        }
        let shown = at.lines.shown(year, given: given)
        // A withdrawn season shows no content that the command could be about.
        mayFail = at.lines.isRecalled(year, shown) || !at.hasZip(year, shown)
        let course = text.flatMap { Course($0) }
        let deed = course.map { Decision.Deed.waves($0) } ?? .stop
        mayAdd = { $0 == Decision(year: year, content: shown, deed: deed) }
        let entry = at.live?.entries[year]
        let began = entry?.content == shown ? entry?.course ?? .everyone : .everyone
        isAnswered = {
            let goes = $0.course(year, shown, began: began)
            return goes.isStopped ? course == nil : course?.waves == goes.waves
        }
    }

    private init?(promote step: Step, _ at: Situation) {
        self.init(deciding: ["promote"], at)
        commit = nil
        if let year = step.number(0) { words.append("\(year)") }
        words += ["--from", at.betaSite, "--from-home", at.betaHome]
        guard let theirs = Reader(site: at.betaSite, root: at.betaRoot).publisherView().signed
        else {
            obstacle = "nothing is published there"
            return
        }
        let years = step.number(0).map { [$0] } ?? Array(theirs.entries.keys)
        var given = at.live?.record?.given ?? [:]
        for year in years {
            guard let entry = theirs.entries[year] else {
                obstacle = "\(year) is not there"
                return
            }
            given[year] = entry.content
        }
        effect = .signs(given: given)
        let recalled = theirs.recalled
        mayAdd = { $0.deed == .recall && recalled[$0.year]?.contains($0.content) == true }
    }

    private init?(keys step: Step, _ at: Situation) {
        let home = Home(path: at.checkout.home)
        // The checkouts without root keys can do nothing.
        let hasKeys = at.checkout.variables.isEmpty
        switch step.verb {
        case .rotate:
            let given = at.checkout.given(at.catalogue)
            self.init(
                words: ["keys", "rotate-online", "--bundles", at.checkout.bundles],
                effect: .signsWithNewKey(given: given))
            if !at.checkout.folder.isGood { obstacle = "the seasons have mistakes" }
            // The keys of a laptop need not be enough to sign a root.
            if step.actor == .laptop { mayFail = true }
        case .rotateAlone: self.init(words: ["keys", "rotate-online"], effect: .keeps)
        case .addRoot:
            self.init(
                words: ["keys", "add-root", "--no-passphrase"], effect: .keeps, mayFail: true)
        case .renewRoot: self.init(words: ["keys", "renew-root"], effect: .keeps, mayFail: true)
        case .threshold:
            self.init(
                words: ["keys", "threshold", "\(step.number(0) ?? 1)"], effect: .keeps,
                mayFail: true)
        case .removeRoot:
            guard let roots = try? home.roots(),
                let draft = try? roots.next(),
                let key = draft.root.keys.last
            else { return nil }
            self.init(words: ["keys", "remove-root", key.keyID], effect: .keeps, mayFail: true)
        default: return nil
        }
        if !hasKeys { obstacle = "no root key" }
    }
}
