namespace TimerProbe.Guest.Inspection;

/// <summary>A figure, or a sentence that says why it could not be read; neither when it does not apply here.</summary>
internal sealed record Reading<T>(T? Value, string? Why)
{
    /// <summary>The reason as data, if it contains another program's words; null otherwise.</summary>
    public Problem? WhyDetails { get; init; }

    public Reading<TResult> Then<TResult>(Func<T, Reading<TResult>> understand) =>
        Value is { } value ? understand(value) : Missing<TResult>();

    public Reading<TResult> Missing<TResult>() => new(default, Why) { WhyDetails = WhyDetails };

    public Unavailable? Unavailable(string what) => Why is null ? null : new(what, Why) { WhyDetails = WhyDetails };
}

internal static class Reading
{
    public static Reading<T> From<T>(T value) => new(value, Why: null);

    public static Reading<T> Missing<T>(string why) => new(default, why);

    public static Reading<T> Missing<T>(Problem why) => new(default, why.Text) { WhyDetails = why };
}

/// <summary>Reads the small text files in which a system reports of itself.</summary>
internal static class SystemFile
{
    public static Reading<string> Read(string path)
    {
        // Most files that are asked for are absent, and a first exception costs milliseconds.
        if (!File.Exists(path))
        {
            return Reading.Missing<string>($"there is no {path}");
        }

        try
        {
            return Reading.From(File.ReadAllText(path).Trim());
        }
        catch (UnauthorizedAccessException)
        {
            return Reading.Missing<string>($"{path} may not be read by this user");
        }
        catch (IOException ex)
        {
            return Reading.Missing<string>($"{path} could not be read: {ex.Message}");
        }
    }

    public static string? TryRead(string path) => Read(path).Value;
}

internal sealed class UnavailableFacts(IEnumerable<Unavailable> known)
{
    private readonly List<Unavailable> _all = [.. known];

    public UnavailableFacts() : this([])
    {
    }

    public IReadOnlyList<Unavailable> All => [.. _all];

    public T? Note<T>(string what, Reading<T> reading)
    {
        if (reading.Unavailable(what) is { } gap)
        {
            _all.Add(gap);
        }

        return reading.Value;
    }

    public void Close(string what) => _all.RemoveAll(gap => gap.What == what);

    public void Add(string what, string why) => _all.Add(new Unavailable(what, why));
}
