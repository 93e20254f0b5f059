import UpdatePolicy

extension Poller.Options {
    /// What may be kept.
    ///
    /// - Parameter limits: bounds a bundle.
    /// - Returns: the budget.
    package func room(_ limits: AgentLimits) -> DiskBudget {
        DiskBudget(limitBytes: diskLimitBytes, bundle: limits.bundle)
    }
}
