import ArgumentParser
import BreakdownRenderer
import PlainText
import SeasonAuthoring

/// Shows a season once, where no terminal takes keys: in a pipe, in a file or in a job of CI.
struct PrintedPreview {
    let loader: PreviewLoader

    /// Prints the tables of every sample, then what is wrong.
    func run() -> ExitCode {
        let content = loader.load(after: nil)
        let tables = content.samples.compactMap { sample in
            sample.rendered.map {
                "\(PlainText.line(sample.name))\n\n\(TextFormatter().format($0))"
            }
        }
        if !tables.isEmpty { Console.result(tables.joined(separator: "\n")) }
        Console.show(content.diagnostics)
        Console.message("\(content.year): \(content.summary)")
        return content.diagnostics.mistakesCount == 0 ? .success : ExitCode(ExitStatus.mistakes)
    }
}
