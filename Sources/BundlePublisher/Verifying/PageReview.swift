import BundleArchive
import RepositoryTransport
import TUF
import WebTransport

/// Finds what is wrong with how the page that draws matches is served, from a server's answers alone.
struct PageReview {
    /// A file that the page needs, and how the server answered.
    struct File {
        /// Below the published directory.
        let path: String
        var answer: WebAnswer
        /// True if the request said that the answer may be compressed.
        var mayBeCompressed = false

        fileprivate var name: String { String(path.split(separator: "/").last ?? "") }
        fileprivate var suffix: String { String(path.split(separator: ".").last ?? "") }
        fileprivate var isWorker: Bool { path == Viewer.workerPath }
        fileprivate var isScript: Bool { path.hasSuffix(".js") }

        /// The type that the server gave, without its parameters.
        fileprivate var type: String {
            let value = answer.header("content-type") ?? "none"
            return value.lowercased().split(separator: ";").first.map(String.init) ?? "none"
        }

        fileprivate var expectedType: String {
            let value = PublishFile(path: path, bytes: []).contentType
            return value.split(separator: ";").first.map(String.init) ?? value
        }

        /// Scripts have several names (RFC 9239 §6).
        fileprivate var hasExpectedType: Bool {
            type == expectedType
                || (isScript && (type.hasSuffix("javascript") || type.hasSuffix("ecmascript")))
        }
    }

    private var found: [HostingFinding] = []

    /// The findings, in the order in which a browser would meet their causes.
    ///
    /// - Parameters:
    ///   - files: the page, its worker, and files that the page names; none where no page is published.
    static func findings(_ files: [File]) -> [HostingFinding] {
        var review = PageReview()
        for file in files where !file.mayBeCompressed { review.add(file) }
        review.addChanged(files)
        review.addUncompressed(files)
        return review.found
    }

    private mutating func add(
        _ severity: HostingFinding.Severity, _ message: String, _ remedy: String
    ) {
        found.append(HostingFinding(severity: severity, message: message, remedy: remedy))
    }

    /// Adds what a browser does not take as this file.
    private mutating func add(_ file: File) {
        let (name, answer) = (file.name, file.answer)
        // Without its worker the page needs a network, and without its style sheet it is only ugly.
        let isWanted = !file.isWorker && !file.path.hasSuffix(".css")
        if let target = answer.redirects.last.map(ShownAddress.text) {
            add(
                .warning, "\(name): expected no redirect, found one to \(target)",
                "serve it under this name: "
                    + (file.isWorker
                        ? "browsers refuse a worker behind a redirect" : "it costs a request"))
        }
        if answer.status != 200 {
            add(
                isWanted ? .error : .warning,
                "\(name): expected status 200, found \(answer.status)",
                "serve match.html, match-worker.js and all of web/, as publish wrote them")
        } else if !file.hasExpectedType {
            // A browser compiles a module of another type, but only after all of it has come.
            let isLate = file.path.hasSuffix(".wasm") && file.type != "text/html"
            add(
                isWanted && !isLate ? .error : .warning,
                "\(name): expected the type \(file.expectedType), found \(file.type)",
                "serve *.\(file.suffix) as \(file.expectedType); hosting/nginx.conf lists all types"
            )
        }
    }

    /// Adds a file with other bytes than the publish gave it, which the page's worker does not keep.
    private mutating func addChanged(_ files: [File]) {
        let worker = files.first { $0.isWorker && $0.answer.status == 200 }?.answer.body ?? []
        let text = String(decoding: worker, as: UTF8.self)
        guard text.contains("\"hash\":\"") else { return }
        let changed = files.first { file in
            let body = file.answer.body
            let bytes = file.path == Viewer.pagePath ? Viewer.withoutVaryingValues(body) : body
            return file.answer.status == 200 && file.hasExpectedType && !file.isWorker
                && !file.mayBeCompressed && !text.contains(ContentHasher.hex(of: bytes))
        }
        guard let changed else { return }
        add(
            .warning, "\(changed.name): expected the published bytes, found others",
            "switch off what changes files on their way, such as minifying; else the page does not "
                + "open without a network")
    }

    private mutating func addUncompressed(_ files: [File]) {
        let plain = files.first {
            $0.mayBeCompressed && $0.answer.status == 200
                && $0.answer.header("content-encoding") == nil
        }
        guard let plain else { return }
        add(
            .warning, "\(plain.name): expected a compressed answer, found none",
            "compress web/ in transit: the first look costs 0.9 MB instead of 0.3 MB")
    }
}

extension PageReview.File {
    /// Asks for the page and what it needs: its worker, a style sheet, a script and a module.
    ///
    /// - Returns: no files if no page is published.
    static func fetched(from web: CurlFetcher) -> [PageReview.File] {
        guard let page = fetched(Viewer.pagePath, from: web),
            ![403, 404, 410].contains(page.answer.status)
        else { return [] }
        let text = String(decoding: page.answer.body, as: UTF8.self)
        let named = text.split(separator: "\"").map(String.init)
            .filter { Viewer.folder(of: $0) != nil }
        // A fallback page stands for each absent file.
        guard !named.isEmpty || page.answer.status != 200 else { return [] }
        let needed = [".css", ".js", ".wasm"].compactMap { suffix in
            named.first { $0.hasSuffix(suffix) }
        }
        let files = ([Viewer.workerPath] + needed).compactMap { fetched($0, from: web) }
        let compressed = needed.last.flatMap { fetched($0, from: web, mayBeCompressed: true) }
        return [page] + files + [compressed].compactMap { $0 }
    }

    private static func fetched(
        _ path: String, from web: CurlFetcher, mayBeCompressed: Bool = false
    ) -> PageReview.File? {
        let request = FetchRequest(
            base: .metadata, path: "../\(path)", lengthBytesMax: PublishLimits.viewerFileBytesMax)
        let headers = mayBeCompressed ? ["Accept-Encoding: br, gzip"] : []
        return (try? web.answer(to: request, adding: headers)).map {
            PageReview.File(path: path, answer: $0, mayBeCompressed: mayBeCompressed)
        }
    }
}
