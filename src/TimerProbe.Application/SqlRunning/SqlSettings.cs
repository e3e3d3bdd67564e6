using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.SqlServer;
using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.Application.SqlRunning;

/// <summary>What <c>sql</c> was asked to do.</summary>
public sealed record SqlSettings
{
    /// <summary>The instance.</summary>
    public required SqlServerTarget Target { get; init; }

    /// <summary>How it is talked to.</summary>
    public required SqlServerOptions Server { get; init; }

    /// <summary>The workloads asked for by name; null for all of them.</summary>
    public required IReadOnlyList<SqlWorkload>? Named { get; init; }

    /// <summary>The number to test; null when it is chosen by how fast the server is.</summary>
    public required long? Argument { get; init; }

    /// <summary>The runs of a workload that count; one more warms up.</summary>
    public required int Repeat { get; init; }

    /// <summary>The rows of the commit workloads.</summary>
    public required long Commits { get; init; }

    /// <summary>How long one run may take.</summary>
    public required TimeSpan Timeout { get; init; }

    /// <summary>How many sessions run each workload at once.</summary>
    public required int Parallel { get; init; }

    /// <summary>Whether a long run needs no consent.</summary>
    public required bool Yes { get; init; }

    /// <summary>The file or folder of earlier documents; null without.</summary>
    public string? Earlier { get; init; }

    /// <summary>Which findings are not to be heard of.</summary>
    public MuteList Mutes { get; init; } = MuteList.None;

    /// <summary>Pseudonyms for the document; null for the real names.</summary>
    public Pseudonyms? Pseudonyms { get; init; }

    /// <summary>Whether the runs are kept short.</summary>
    public bool Quick => Argument is null;

    internal bool Wants(SqlWorkload workload) => Named?.Contains(workload) ?? true;

    internal WorkloadPlan Plan(Workload workload) => new() { Workload = workload, Repeat = Repeat, Timeout = Timeout };
}
