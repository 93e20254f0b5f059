import ArgumentParser
import BreakdownRenderer
import BundleFormat
import Glibc
import Platform
import SeasonAuthoring
import Text

struct PreviewCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Shows a season's samples again at each save, with what is wrong.",
        discussion: """
            In the terminal: n and p go to the next and the previous sample, arrows and
            space scroll, q ends it. With --html it writes a page with all samples
            instead, until Control-C ends it. A browser that shows the page follows each
            save; in a desktop session ($DISPLAY or $WAYLAND_DISPLAY), xdg-open opens the
            page once. Without a terminal and without --html, as in a pipe, it prints each
            sample's tables once, and ends.

            A mistake is shown at its place, and the tables stay as they were before it.
            No season is changed: bundle-publish check --update renews the expected tables.

            Examples:
              bundle-publish preview 2027
              bundle-publish preview 2027 --html preview.html
              bundle-publish preview 2027 | less

            Exit status: 0; when it prints once, 2 for mistakes, as check.
            """)

    @OptionGroup var content: ContentOptions

    @Argument(help: ArgumentHelp("The season.", valueName: "year"))
    var year: BundleYear

    @Option(
        help: ArgumentHelp(
            "Write a page for a browser into this file, at each save.", valueName: "file"))
    var html: String?

    var commands: PrintedCommands { PrintedCommands(bundles: content.bundles) }

    func perform() throws {
        let season = "\(content.bundles)/\(year)"
        guard try SeasonReader.list(content.bundles, years: [year]).diagnostics.isEmpty else {
            throw AuthoringError.noDescription(place: season, year)
        }
        let loader = PreviewLoader(folder: content.bundles, year: year)
        let folders = [content.bundles, season, "\(season)/samples"]
        let file = try html.map { try PreviewFile($0, apartFrom: folders) }
        let watch = try FolderWatch(folders)
        let signal: Int32?
        if let file {
            signal = try PagePreview(loader: loader, watch: watch, file: file).run()
        } else {
            guard let terminal = FullScreen(Surroundings.variable) else {
                return try show(loader.load(after: nil))
            }
            signal = try TerminalPreview(loader: loader, watch: watch).run(on: terminal)
        }
        // Control-C is a usual way to quit. Any other signal shows in the exit status, as in a shell.
        if let signal, signal != SIGINT { throw ExitCode(128 + signal) }
    }

    /// Prints the tables of every sample once, then what is wrong.
    private func show(_ content: PreviewContent) throws {
        let tables = content.samples.compactMap { sample in
            sample.rendered.map {
                "\(PlainText.line(sample.name))\n\n\(TextFormatter().format($0))"
            }
        }
        if !tables.isEmpty { Console.result(tables.joined(separator: "\n")) }
        Console.show(content.diagnostics)
        Console.message("\(content.year): \(content.summary)")
        guard content.diagnostics.mistakesCount == 0 else { throw ExitCode.mistakes }
    }
}
