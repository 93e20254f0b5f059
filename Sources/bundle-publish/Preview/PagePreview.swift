import BundlePublisher
import Glibc
import Platform

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
            case .typed: continue
            case .signal(let number): return number
            }
        }
    }
}

/// The browser of a person at a desktop.
private enum DesktopBrowser {
    /// Shows a file in it; does nothing without a desktop session or without `xdg-open`.
    static func open(_ path: String) {
        let isDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
            Surroundings.variable($0)?.isEmpty == false
        }
        guard isDesktop else { return }
        var start = ChildStart("xdg-open", [path])
        start.streams = [.nothing, .nothing, .nothing]
        // The browser does not get the signals of this terminal.
        start.group = .own
        _ = try? ChildProcess(start)
    }
}
