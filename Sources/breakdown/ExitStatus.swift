/// How the program ends.
enum ExitStatus {
    static let done: Int32 = 0
    static let failed: Int32 = 1
    static let problems: Int32 = 2
    /// `EX_USAGE` of sysexits.h.
    static let usage: Int32 = 64
    /// `EX_TEMPFAIL` of sysexits.h.
    static let untested: Int32 = 75

    /// The table of docs/OPERATIONS.md.
    static let table = [
        "| status | of `breakdown` | of `breakdown self-test` |",
        "|---|---|---|",
        "| \(done) | everything is shown | every sample is as expected |",
        "| \(failed) | something could not be read; the rest is shown | there is no bundle |",
        "| \(problems) | with `--strict`: something could not be computed, or a bundle could not be used"
            + " | a sample is not as expected, or there is none |",
        "| \(usage) | wrong usage, or a line of `breakdown.conf` that cannot be used | wrong usage |",
        "| \(untested) | – | this machine could not run the test just now; the bundle may be good |",
    ]
}
