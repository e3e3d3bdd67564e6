using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.SqlServer;
using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.Cli.Options;

/// <summary>What <c>sql</c> was asked to do.</summary>
internal sealed record SqlSettings
{
    public required SqlServerTarget Target { get; init; }

    public required SqlServerOptions Server { get; init; }

    /// <summary>The workloads asked for by name; null for all of them.</summary>
    public required IReadOnlyList<SqlWorkload>? Named { get; init; }

    /// <summary>The number to test; null when it is chosen by how fast the server is.</summary>
    public required long? Argument { get; init; }

    public required int Repeat { get; init; }

    public required long Commits { get; init; }

    public required TimeSpan Timeout { get; init; }

    public required int Parallel { get; init; }

    /// <summary>Whether a long run needs no consent.</summary>
    public required bool Yes { get; init; }

    /// <summary>The file or folder of earlier documents; null without.</summary>
    public string? Earlier { get; init; }

    /// <summary>Which findings are not to be heard of.</summary>
    public MuteList Mutes { get; init; } = MuteList.None;

    public Pseudonyms? Pseudonyms { get; init; }

    /// <summary>Whether the runs are kept short.</summary>
    public bool Quick => Argument is null;

    public bool Wants(SqlWorkload workload) => Named?.Contains(workload) ?? true;

    public WorkloadPlan Plan(Workload workload) => new() { Workload = workload, Repeat = Repeat, Timeout = Timeout };
}
