using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;

namespace TimerProbe.Core.Facts;

/// <summary>
/// What a guest leaves with its hypervisor of what it measured, in a variable that vCenter shows among the virtual machine's settings.
/// It is as true as the guest's administrators are: any of them can write what he likes about his own machine.
/// </summary>
public sealed record PublishedCheck
{
    /// <summary>The variable.</summary>
    public const string Variable = "guestinfo.timerprobe.check";

    /// <summary>When it was measured; to the second when it was read.</summary>
    public required DateTimeOffset MeasuredAt { get; init; }

    /// <summary>The id of the check document, or of the line of <c>watch</c> that first said it.</summary>
    public required Guid Id { get; init; }

    /// <summary>Which start of its operating system the guest was in; null when not reported.</summary>
    public string? Boot { get; init; }

    /// <summary>What a read of precise time costs, in bands.</summary>
    public required ClockState State { get; init; }

    /// <summary>Why, when it is not healthy.</summary>
    public required ClockCause Cause { get; init; }

    /// <summary>How the cause is known; null without a cause, or when not reported.</summary>
    public Confidence? Confidence { get; init; }

    /// <summary>The median cost of a read of precise time; null when not reported. This and the next two are published to 0.1 ns.</summary>
    public Duration? PreciseTime { get; init; }

    /// <summary>That of RDTSC.</summary>
    public Duration? TimestampCounter { get; init; }

    /// <summary>That of CPUID.</summary>
    public Duration? VmExit { get; init; }

    /// <summary>The TSC frequency the hypervisor gave the guest at its power-on.</summary>
    public Frequency? VirtualTscHz { get; init; }

    /// <summary>The version of the program that measured.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>Whether SQL Server is installed in the guest.</summary>
    public bool SqlServer { get; init; }

    /// <summary>What a check found, and the program that made it.</summary>
    public static PublishedCheck From(IGuestCheck check, ToolInfo tool) => new()
    {
        MeasuredAt = check.StartedAt,
        Id = check.Id,
        State = check.Verdict.State,
        Cause = check.Verdict.Cause,
        Confidence = check.Verdict.Confidence,
        PreciseTime = CostOf(check, ClockSource.PreciseTime),
        TimestampCounter = CostOf(check, ClockSource.TimestampCounter),
        VmExit = CostOf(check, ClockSource.VmExit),
        VirtualTscHz = check.Machine.Hypervisor.VirtualTscHz,
        ToolVersion = tool.Version,
    };

    /// <summary>Whether it says the same of the clock and the machine as another; costs that differ within a state do not count.</summary>
    public bool IsEquivalentTo(PublishedCheck other) =>
        (State, Cause, Confidence, Boot, VirtualTscHz, ToolVersion, SqlServer)
        == (other.State, other.Cause, other.Confidence, other.Boot, other.VirtualTscHz, other.ToolVersion, other.SqlServer);

    private static Duration? CostOf(IGuestCheck check, ClockSource source) =>
        check.Clocks.FirstOrDefault(clock => clock.Source == source)?.CallNs?.Median;
}

/// <summary>
/// Writes a result as the value of <see cref="PublishedCheck.Variable"/>. Words, times and costs beyond its bounds
/// <see cref="PublishedCheckReader"/> does not believe.
/// </summary>
public static class PublishedCheckWriter
{
    internal const int Version = 1;
    internal const string TimeFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'";

    private const int LongestWord = 64;

    // What takes a second is no read of a clock.
    private const double LongestNanoseconds = 1e9;
    private const double ShortestNanoseconds = 1e-3;

    private static readonly SearchValues<char> WordCharacters = SearchValues.Create(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.+-_");

    /// <summary>
    /// A line of JSON in ASCII, at most <see cref="PublishedCheckReader.Longest"/> characters, without figures that cannot be.
    /// </summary>
    public static string Write(PublishedCheck check)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            json.WriteNumber("v", Version);
            json.WriteString("t", check.MeasuredAt.UtcDateTime.ToString(TimeFormat, CultureInfo.InvariantCulture));
            json.WriteString("id", check.Id);
            WriteText(json, "boot", Word(check.Boot));
            json.WriteString("state", check.State.ToDocumentName());
            json.WriteString("cause", check.Cause.ToDocumentName());
            WriteText(json, "conf", check.Confidence?.ToDocumentName());
            json.WriteStartObject("ns");
            WriteCost(json, "precise", check.PreciseTime);
            WriteCost(json, "rdtsc", check.TimestampCounter);
            WriteCost(json, "exit", check.VmExit);
            json.WriteEndObject();
            if (check.VirtualTscHz is { IsOfClock: true } rate)
            {
                json.WriteNumber("tscHz", rate.Hertz);
            }

            json.WriteString("tool", Word(check.ToolVersion) ?? "unknown");
            if (check.SqlServer)
            {
                json.WriteBoolean("sql", true);
            }

            json.WriteEndObject();
        }

        return Encoding.ASCII.GetString(buffer.WrittenSpan);
    }

    internal static bool IsWord(string text) => text.Length is > 0 and <= LongestWord && !text.AsSpan().ContainsAnyExcept(WordCharacters);

    internal static Duration? Cost(Duration? reported) =>
        reported is { Nanoseconds: >= ShortestNanoseconds and <= LongestNanoseconds } ? reported : null;

    /// <summary>What of a text can be written; null when that is nothing.</summary>
    private static string? Word(string? text) =>
        new string([.. (text ?? "").Where(letter => WordCharacters.Contains(letter)).Take(LongestWord)]) is { Length: > 0 } word
            ? word
            : null;

    private static void WriteText(Utf8JsonWriter json, string name, string? text)
    {
        if (text is not null)
        {
            json.WriteString(name, text);
        }
    }

    private static void WriteCost(Utf8JsonWriter json, string name, Duration? cost)
    {
        if (cost is { } measured && Cost(new Duration(Math.Round(measured.Nanoseconds, 1))) is { } reported)
        {
            json.WriteNumber(name, reported.Nanoseconds);
        }
    }
}
