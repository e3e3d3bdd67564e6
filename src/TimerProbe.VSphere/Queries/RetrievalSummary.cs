namespace TimerProbe.VSphere.Queries;

/// <summary>How a retrieval went.</summary>
/// <param name="Objects">How many objects were handed on.</param>
/// <param name="RefusedPaths">The paths that this server does not know; they were left out.</param>
public sealed record RetrievalSummary(int Objects, IReadOnlyList<string> RefusedPaths);
