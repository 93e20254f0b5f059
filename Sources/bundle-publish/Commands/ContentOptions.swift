import ArgumentParser
import BundleFormat

/// Where the seasons are; the options that all commands about content share.
struct ContentOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of seasons.", valueName: "directory"))
    var bundles = "bundles"
}
