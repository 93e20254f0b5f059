import BundlePublisher
import Glibc

/// Writes a season's page, and again at each save, until a signal ends it.
struct PagePreview {
    let loader: PreviewLoader
    let watch: FolderWatch
    let file: PreviewFile

    /// Runs until a signal ends it; returns the signal.
    func run() throws(PublishError) -> Int32 {
        let events = try PreviewEvents(watch)
        let page = PreviewPage()
        var content = loader.load(after: nil)
        try file.write(page.text(content, written: Surroundings.now))
        Console.result(
            "Wrote \(file.path); a browser that shows it follows each save. Control-C ends this.")
        DesktopBrowser.open(file.path)
        while true {
            Console.message(content.summary)
            switch events.next() {
            case .saved:
                content = loader.load(after: content)
                try file.write(page.text(content, written: Surroundings.now))
            case .signal(SIGWINCH), .typed: continue
            case .signal(let number): return number
            }
        }
    }
}
