extension PollReport {
    /// The held-back years that a report has no room for.
    ///
    /// They are counted together, because a hundred more lines would help no reader. How serious they are still counts.
    package struct LeftOut: Equatable, Sendable {
        /// How many of them serve nothing.
        package var count = 0
        /// The most serious kind of trouble of them; nil if it is not known.
        package var family: Trouble?

        /// Adds a year that a report has no room for.
        package mutating func add(_ year: Year) {
            guard year.action == .heldBack else { return }
            if year.entry == nil { count += 1 }
            guard let family = year.family else { return }
            self.family = [self.family, family].compactMap { $0 }
                .max { $0.severity < $1.severity }
        }

        /// How many years are left out, and why; nil if none is.
        package var sentence: String? {
            guard count > 0 else { return nil }
            let years = count == 1 ? "1 published year is" : "\(count) published years are"
            return "\(years) left out: a machine keeps \(DiskBudget.standardYears)"
        }
    }
}
