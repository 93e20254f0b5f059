import BundleFormat
import Files
import SeasonClient

extension Status {
    /// Reads the state folder; if nothing was ever served, the bundles inside the program are
    /// shown.
    package static func read(
        _ state: StateFolder, repository: String? = nil, embedded: EmbeddedSet,
        limits: AgentLimits, staleAfterSeconds: Int64, nowUnixSeconds: Int64
    ) -> Status {
        var index = SetIndex()
        for (year, version) in embedded.versions {
            index.entries[year] = SetIndex.Entry(
                version: version, origin: .embedded,
                publishedUnixSeconds: embedded.published[year])
        }
        let record = ServiceRecord.read(state, limits)
        let repository = repository ?? record.repository
        var problems = [StateTrouble.find(state, isPolled: repository != nil)]
            .compactMap { $0?.sentence }
        var isServing = false
        do throws(AgentError) {
            isServing = try mapFileErrors(to: AgentError.file) { () throws(FileError) in
                try Files.kind(state.current) != nil
            }
            if isServing {
                index = try .read(state)
                var gone = index.gone(from: state, limits)
                // A poll may have switched meanwhile.
                if !gone.isEmpty {
                    gone = try SetIndex.read(state).gone(from: state, limits)
                }
                if !gone.isEmpty { problems.append(ReportText.nothingServed(of: gone)) }
            } else if state.hasLostCurrent {
                problems.insert(
                    "\(state.current): gone, so readers find no season; the next poll repairs it",
                    at: 0)
                index = SetIndex()
            }
        } catch {
            problems.insert(error.description, at: 0)
            index = SetIndex()
        }
        let memory = Memory(state, limits)
        let lastPoll = PollReport.read(state, limits)
        var status = Status(
            state: state.path, repository: repository, index: index,
            embedded: isServing ? embedded.versions : [:],
            isBeforeFirstPoll: !isServing && problems.isEmpty, lastPoll: lastPoll,
            choices: memory.choices, vouched: memory.vouched,
            wasReached: state.hasTimestamp,
            problems: problems,
            nextCheckUnixSeconds: record.nextCheckUnixSeconds,
            staleAfterSeconds: staleAfterSeconds, nowUnixSeconds: nowUnixSeconds)
        status.clockProblem = Diagnosis.doubtfulClock(
            state, lastPoll: lastPoll, nowUnixSeconds: nowUnixSeconds)
        status.hasEmbedded = !embedded.versions.isEmpty
        return status
    }
}

extension StateFolder {
    /// Whether a poll has verified a timestamp here, so that the repository has ever answered.
    var hasTimestamp: Bool { FileFacts("\(metadata)/timestamp.json") != nil }

    /// Whether an agent has polled here and has sets, but nothing says which of them is in use.
    fileprivate var hasLostCurrent: Bool {
        let names = (try? Folder(sets).names()) ?? []
        return FileFacts(lastPoll) != nil
            && names.contains { StateFolder.setNumber(name: $0) != nil }
    }
}

extension SetIndex {
    /// The years that readers do not find as the set names them, in order: a file was removed or cut.
    fileprivate func gone(from state: StateFolder, _ limits: AgentLimits) -> [BundleYear] {
        entries.filter { !isThere($0, $1.version, state, limits) }.keys.sorted()
    }

    /// Looks along the links that readers follow; the lengths of files must be those of the manifest.
    private func isThere(
        _ year: BundleYear, _ version: ContentVersion, _ state: StateFolder, _ limits: AgentLimits
    ) -> Bool {
        let folder = "\(state.current)/\(year)"
        let link = (try? Files.linkTarget(folder)) ?? nil
        guard link == StateFolder.linkToBundle(year, version),
            let bytes = try? Files.read(
                "\(folder)/\(BundleFile.manifest)", lengthBytesMax: limits.bundle.manifestBytesMax),
            let manifest = try? Manifest.decode(bytes)
        else { return false }
        return manifest.files.allSatisfy { file in
            FileFacts("\(folder)/\(file.path)")?.lengthBytes == file.lengthBytes
        }
    }
}
