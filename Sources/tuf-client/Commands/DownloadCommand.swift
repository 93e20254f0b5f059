import TUF

/// `download`: refreshes, then downloads the targets in their order; the first failure ends it.
struct DownloadCommand {
    private let request: Request

    /// Makes the command from the request.
    init(_ request: Request) {
        self.request = request
    }

    /// Runs the command.
    func run() throws(ClientError) {
        let folder = try request.targetFolder()
        guard !request.targetNames.isEmpty else {
            throw .usage("--target-name: expected a value, found none")
        }
        var updater = try RefreshCommand(request).refreshed(targets: request.targetsAddress())
        for path in request.targetNames {
            let target = try inUpdate { () throws(UpdateError) in
                try updater.target(named: path)
            }
            guard let target else { throw .noTarget(path: path) }
            if !folder.has(target) {
                try folder.store(try content(of: target, &updater), of: target)
            }
        }
    }

    private func content(
        of target: TargetFile, _ updater: inout Updater
    ) throws(ClientError) -> [UInt8] {
        guard target.lengthBytes <= ClientLimits.targetBytesMax else {
            throw .targetTooLong(
                path: target.path, lengthBytesMax: ClientLimits.targetBytesMax,
                found: target.lengthBytes)
        }
        var bytes: [UInt8] = []
        try inUpdate { () throws(UpdateError) in
            try updater.download(target) { (piece) in bytes.append(contentsOf: piece) }
        }
        return bytes
    }
}
