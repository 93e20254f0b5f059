/// The limits of a YAML text from outside.
package struct YAMLLimits: Sendable {
    /// Levels of lists and mappings: limits the recursion over them.
    package let depthMax: Int
    /// Keys and values: prevents large trees from small texts.
    let nodesMax: Int

    package init(depthMax: Int, nodesMax: Int) {
        self.depthMax = depthMax
        self.nodesMax = nodesMax
    }
}
