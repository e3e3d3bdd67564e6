namespace TimerProbe.Application;

/// <summary>The environment variables that a run reads.</summary>
/// <param name="read">The value of the one of a name; null where it is not set.</param>
public sealed class EnvironmentVariables(Func<string, string?> read)
{
    public static EnvironmentVariables OfProcess { get; } = new(Environment.GetEnvironmentVariable);

    /// <summary>The value of a variable; null where it is not set, or empty.</summary>
    public string? this[string name] => read(name) is { Length: > 0 } value ? value : null;
}
