import ArgumentParser

/// The common options of commands that change what is signed: whether they do it, and how they report.
struct ChangeOptions: ParsableArguments {
    @Flag(help: "Show what would change and write nothing.")
    var dryRun = false

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false
}
