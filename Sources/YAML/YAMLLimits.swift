/// What a YAML text from outside may hold at most.
package struct YAMLLimits: Sendable {
    /// Levels of lists and mappings: bounds the recursion over them.
    package let depthMax: Int
    /// Keys and values: stops small texts that become large trees.
    package let nodesMax: Int

    /// Makes limits.
    package init(depthMax: Int, nodesMax: Int) {
        self.depthMax = depthMax
        self.nodesMax = nodesMax
    }
}
