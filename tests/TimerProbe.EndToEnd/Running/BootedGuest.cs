namespace TimerProbe.EndToEnd.Running;

/// <summary>What a guest said.</summary>
/// <param name="Reads">What clock reads cost by loops of C, a line each.</param>
internal sealed record BootedGuest(string Console, string Json, string Reads, string Error, TimeSpan Took)
{
    /// <summary>The clock source that the guest's kernel reads, by itself: one that was asked for it may have refused. Null where there is no /sys.</summary>
    public string? Clocksource { get; init; }

    /// <summary>The document of another check, with a budget of two minutes; empty where the first did not ask for more time.</summary>
    public string Again { get; init; } = "";

    public string Watch { get; init; } = "";

    /// <summary>What clock reads cost after its watch, by loops of C, a line each.</summary>
    public string ReadsAfter { get; init; } = "";

    /// <summary>What happened to it and when, by its host's clock: leaving, back; leaving, left, arriving, arrived.</summary>
    public IReadOnlyList<(string What, DateTimeOffset At)> Moments =>
    [
        .. Console.Split('\n').Select(line => line[Math.Max(line.IndexOf('#'), 0)..].TrimEnd().Split(' '))
            .Where(words => words is ["#moment", _, _]).Select(words => (words[1], DateTimeOffset.Parse(words[2], CultureInfo.InvariantCulture))),
    ];

    public CheckDocument? Document => Json.StartsWith('{') ? DocumentJson.Read<CheckDocument>(Json) : null;

    /// <summary>It with the document of the check that was given more time; null where there was none.</summary>
    public BootedGuest? WithMoreTime => Again.StartsWith('{') ? this with { Json = Again, Again = "" } : null;

    /// <summary>What a kind of read costs by loops of C, in ns; null where the guest did not come so far.</summary>
    public double? Cost(string kind) => Cost(Reads, kind);

    public double? CostAfter(string kind) => Cost(ReadsAfter, kind);

    /// <summary>The end of what it said, for whoever looks for the reason.</summary>
    public string Tail => string.Join('\n', Console.Split('\n').TakeLast(20)) + Error;

    private static double? Cost(string reads, string kind) => reads.Split('\n')
        .Select(line => line.Split(' '))
        .Where(words => words[0] == kind).Select(words => (double?)double.Parse(words[1], CultureInfo.InvariantCulture)).FirstOrDefault();
}
