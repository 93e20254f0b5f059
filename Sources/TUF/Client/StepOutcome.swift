/// The outcome of one step of an update.
struct StepOutcome {
    /// The trusted metadata after the step.
    let set: TrustedMetadataSet
    /// The roles that came new from the repository and were stored; root once for each rotation.
    var updated: [TopLevelRole] = []
}

/// Runs checks of the trusted metadata and turns their error into an update's.
func verifying<Value>(
    _ check: () throws(RepositoryError) -> Value
) throws(UpdateError) -> Value {
    do {
        return try check()
    } catch {
        throw .repository(error)
    }
}
