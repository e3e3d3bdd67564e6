namespace TimerProbe.Tests.Stores;

/// <summary>The engines that tests of the store run on: SQLite; both when <c>TIMERPROBE_TEST_ENGINES</c> is <c>all</c>.</summary>
public sealed class Engines : TheoryData<Engine>
{
    public Engines()
    {
        Add(Engine.Sqlite);
        if (IsAll)
        {
            Add(Engine.Postgres);
        }
    }

    private static bool IsAll => Environment.GetEnvironmentVariable("TIMERPROBE_TEST_ENGINES") switch
    {
        null or "" or "sqlite" => false,
        "all" => true,
        var other => throw new InvalidOperationException($"TIMERPROBE_TEST_ENGINES is sqlite or all, not {other}."),
    };
}
