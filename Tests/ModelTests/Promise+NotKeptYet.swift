/// Promises that the programs do not keep yet, each with the reason; breaks of them are counted and not
/// held against anybody. `MODEL_STRICT=1` holds them.
extension Promise {
    static let notKeptYet: [Promise: String] = [:]
}
