import ArgumentParser

/// What the commands that change what is signed have in common: whether they do it, and how they tell.
struct ChangeOptions: ParsableArguments {
    @Flag(help: "Show what would change and write nothing.")
    var dryRun = false

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false
}
