import JSON

extension SourceTrouble {
    /// The form on the pipe.
    package var json: JSON {
        switch self {
        case .unreachable(let problem): ["kind": "unreachable", "detail": .string(problem)]
        case .status(let status): ["kind": "status", "number": .integer(Int64(status))]
        case .wait(let seconds): ["kind": "wait", "number": .integer(Int64(seconds))]
        case .strange(let problem): ["kind": "strange", "detail": .string(problem)]
        case .offline: ["kind": "offline"]
        }
    }

    /// Reads the form on the pipe.
    package init?(_ json: JSON) {
        let detail = json["detail"]?.stringValue ?? ""
        let number = json["number"]?.integerValue.map { Int(clamping: $0) }
        switch (json["kind"]?.stringValue, number) {
        case ("unreachable", _): self = .unreachable(detail)
        case ("status", let number?): self = .status(number)
        case ("wait", let number?): self = .wait(seconds: number)
        case ("strange", _): self = .strange(detail)
        case ("offline", _): self = .offline
        default: return nil
        }
    }
}

extension SourceError {
    /// The form on the pipe.
    package var json: JSON {
        switch self {
        case .noKey: ["kind": "no-key"]
        case .keyRefused: ["kind": "key-refused"]
        case .keyUnusable(let source): ["kind": "key-unusable", "detail": .string(source)]
        case .keyExposed(let path, let mode):
            ["kind": "key-exposed", "detail": .string(path), "mode": .string(mode)]
        case .keyFile(let problem): ["kind": "key-file", "detail": .string(problem)]
        case .address(let problem): ["kind": "address", "detail": .string(problem)]
        case .absent(let path): ["kind": "absent", "detail": .string(path)]
        case .unavailable(let trouble): ["kind": "unavailable", "trouble": trouble.json]
        case .tooLong(let limit): ["kind": "too-long", "number": .integer(Int64(limit))]
        case .program(let problem): ["kind": "program", "detail": .string(problem)]
        }
    }

    /// Reads the form on the pipe.
    package init?(_ json: JSON) {
        let detail = json["detail"]?.stringValue ?? ""
        switch json["kind"]?.stringValue {
        case "no-key": self = .noKey
        case "key-refused": self = .keyRefused
        case "key-unusable": self = .keyUnusable(source: detail)
        case "key-exposed":
            self = .keyExposed(path: detail, mode: json["mode"]?.stringValue ?? "")
        case "key-file": self = .keyFile(detail)
        case "address": self = .address(detail)
        case "absent": self = .absent(path: detail)
        case "unavailable":
            guard let trouble = json["trouble"].flatMap({ SourceTrouble($0) }) else { return nil }
            self = .unavailable(trouble)
        case "too-long":
            guard let limit = json["number"]?.integerValue.map({ Int(clamping: $0) }) else {
                return nil
            }
            self = .tooLong(lengthBytesMax: limit)
        case "program": self = .program(detail)
        default: return nil
        }
    }
}
