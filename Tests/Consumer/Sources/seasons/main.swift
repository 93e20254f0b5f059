import Foundation
import SeasonsKit

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer { try? FileManager.default.removeItem(at: folder) }
guard let nowhere = URL(string: "http://127.0.0.1:1/") else { exit(1) }
let seasons = Seasons(repository: nowhere, root: Data(), folder: folder)
print(await seasons.update().outcome.rawValue, await seasons.all.count)
