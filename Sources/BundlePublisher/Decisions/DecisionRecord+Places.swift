extension DecisionRecord {
    /// The record with each place under its real name; programs before 0.8 kept links and dots in them.
    ///
    /// If a place has two names, what was signed there last counts, with the recalls of both.
    ///
    /// - Parameter realName: gives the real path of a place; nil for one that is not there, or is no path.
    /// - Returns: the record.
    func renamingPlaces(_ realName: (String) -> String?) -> DecisionRecord {
        var record = self
        for name in Set(places.keys).union(pending.keys).union(killed.keys).sorted()
        where name.hasPrefix("/") {
            guard let real = realName(name), real != name else { continue }
            let isNewer = record.signed[name]?.version ?? 0 > record.signed[real]?.version ?? 0
            let (other, mine) = (record.places[name], record.places[real])
            if let words = isNewer ? other : mine ?? other {
                let rest = isNewer ? mine : other
                record.places[real] = words.merging(rest ?? [:]) { word, other in
                    word.adding(recalls: other.recalled.filter { !word.lifted.contains($0) })
                }
            }
            if isNewer || record.signed[real] == nil { record.signed[real] = record.signed[name] }
            record.pending[real] = record.pending[real] ?? record.pending[name]
            record.killed[real] = record.killed[real] ?? record.killed[name]
            record.places[name] = nil
            record.signed[name] = nil
            record.pending[name] = nil
            record.killed[name] = nil
        }
        return record
    }
}
