namespace TimerProbe.Tests.Shared;

/// <summary>How many generated cases a test tries: all that it asks for, or TIMERPROBE_CASES per cent of them.</summary>
internal static class Cases
{
    private const int Fewest = 10;

    private static readonly int Percent = int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_CASES") ?? "100", CultureInfo.InvariantCulture);

    public static int Of(int all) => Math.Max(Math.Min(all, Fewest), (int)((long)all * Percent / 100));
}
