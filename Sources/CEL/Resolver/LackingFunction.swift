/// A function that other implementations of the Common Expression Language have, and this one does not.
///
/// A description of version 0.8 could call it. So its name is told apart from a misspelt one.
struct LackingFunction {
    /// What to write instead; nil if there is nothing.
    let remedy: String?

    /// Looks a name up; nil for any other name.
    init?(_ name: String) {
        switch name {
        case "bind": remedy = "write the value where it is used"
        case "existsOne": remedy = "write exists_one"
        case "format": remedy = "write string(x), and join texts with +"
        case "matches": remedy = "write contains, startsWith or endsWith"
        case "optMap", "optFlatMap": remedy = "write has(x.name) ? … : …"
        case "transformList": remedy = "write map, whose name stands for an element or a key"
        case "value": remedy = "write orValue(x)"
        case "of", "none", "ofNonZeroValue", "unwrap", "unwrapOpt", "transformMap",
            "transformMapEntry", "quote", "bitAnd", "bitOr", "bitXor", "bitNot", "bitShiftLeft",
            "bitShiftRight", "timestamp", "duration", "getFullYear", "getMonth", "getDate",
            "getDayOfMonth", "getDayOfWeek", "getDayOfYear", "getHours", "getMinutes",
            "getSeconds", "getMilliseconds":
            remedy = nil
        default: return nil
        }
    }
}
