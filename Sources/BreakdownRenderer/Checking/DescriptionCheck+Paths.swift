import CEL
import JSON

/// The dotted paths of a description: `field`, `needs`, `unless`.
extension DescriptionCheck {
    /// `needs` and `unless`.
    ///
    /// - Returns: the fields that no example has and whose presence they ask for.
    func checkPresence(_ cursor: JSONCursor, _ scope: CheckScope) -> Set<FieldPlace> {
        var tested: Set<FieldPlace> = []
        for key in ["needs", "unless"] {
            guard let gate = cursor[key] else { continue }
            for path in gate.value.stringValue == nil ? gate.elementsIfAny : [gate] {
                guard let keys = keys(path, scope), let absent = absence(keys) else { continue }
                tested.insert(absent.place)
                remark(absent, in: path, scope, isTest: true)
            }
        }
        return tested
    }

    /// `field`: the shape of its value.
    func checkField(_ cursor: JSONCursor, _ scope: CheckScope) -> Shape {
        guard let keys = keys(cursor, scope) else { return .unknown }
        if let absent = absence(keys) {
            if !scope.tested.contains(absent.place) {
                remark(absent, in: cursor, scope, isTest: false)
            }
            return .unknown
        }
        var shape = evidence.side(of: subject)
        var place = Evidence.sideRoot
        for key in keys {
            if !shape.isUnknown, !shape.kinds.contains(.map) {
                record.remark(
                    DescriptionFinding(
                        path: cursor.path,
                        message: "expected an object before `.\(key)`, found a plain value"),
                    isWarning: false)
            }
            guard let inner = shape.fields?[key] else { return .unknown }
            record.addUse(key, of: place)
            place = FieldPlace(place.root, place.keys + [key])
            shape = inner
        }
        record.expectShowable(shape, at: cursor.path)
        return shape
    }

    /// The first key of a path that no example has.
    private struct Absence {
        let place: FieldPlace
        let nearest: String?
        /// Better words for it, if the path begins as expressions do.
        let root: Wording?
    }

    private func absence(_ keys: [String]) -> Absence? {
        var shape = evidence.side(of: subject)
        for (at, key) in keys.enumerated() {
            // Nothing is known about an object that was never seen, or was always empty.
            guard !shape.isUnknown, let fields = shape.fields, !fields.isEmpty else { return nil }
            guard let inner = fields[key] else {
                return Absence(
                    place: FieldPlace(Evidence.sideRoot.root, Array(keys.prefix(at + 1))),
                    nearest: Misspelling.nearest(toKey: key, among: fields.keys),
                    root: at == 0 ? Wording.rootBeforeField(keys, of: subject) : nil)
            }
            shape = inner
        }
        return nil
    }

    private func remark(
        _ absent: Absence, in cursor: JSONCursor, _ scope: CheckScope, isTest: Bool
    ) {
        let related = evidence.fieldNear(absent.place, of: subject)
        let wording =
            absent.root
            ?? (isTest
                ? Wording.absentTest(absent.place, nearest: absent.nearest, related: related)
                : Wording.absentField(absent.place, nearest: absent.nearest, related: related))
        let key = absent.place.keys.last ?? ""
        if let path = scope.pathOfItem(key) {
            return record.remark(wording.at(path), isWarning: isTest)
        }
        // A literal key is marked itself; a key with something put in is marked as a whole.
        var stretch: (offset: Int, length: Int)?
        if let text = cursor.value.stringValue, !text.contains("{") {
            let before = absent.place.keys.dropLast().reduce(0) {
                $0 + $1.unicodeScalars.count + 1
            }
            stretch = (before, key.unicodeScalars.count)
        }
        record.remark(wording.at(cursor.path, stretch), isWarning: isTest)
    }

    /// The keys of a path, with `item` put in.
    private func keys(_ cursor: JSONCursor, _ scope: CheckScope) -> [String]? {
        var reader = DescriptionReader(subject: subject)
        return reader.readKeyTexts(cursor, items: [scope.item?.value])?.first
            .flatMap { DottedPath($0)?.keys }
    }
}
