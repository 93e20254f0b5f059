// Answers a chat with a match's table: match-bot MATCH [DESCRIPTION]

import BreakdownRenderer
import Foundation
import JSON

/// Prints a message and ends the program.
func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("match-bot: \(message)\n".utf8))
    exit(status)
}

/// Reads and parses a file.
func json(_ path: String) throws(JSONError) -> JSON {
    guard let data = FileManager.default.contents(atPath: path) else {
        stop("\(path): cannot be read", status: 1)
    }
    return try JSON.parse(Array(data))
}

let paths = CommandLine.arguments.dropFirst()
guard let matchPath = paths.first, paths.count <= 2 else {
    stop("expected a match of The Blue Alliance's API, and the season's match.json", status: 64)
}
do {
    let match = try Match.decode(try json(matchPath))
    // Without a description the table is made from the match's data alone.
    let description = try paths.dropFirst().first.map { try Description.decode(try json($0)) }
    let table = Renderer().render(match, with: description)
    print(MarkdownFormatter().format(table), terminator: "")
} catch {
    stop("\(error)", status: 1)
}
