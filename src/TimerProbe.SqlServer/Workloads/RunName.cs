using System.Text.RegularExpressions;

namespace TimerProbe.SqlServer.Workloads;

/// <summary>The name of a run, which begins the names of its objects: two runs never have the same.</summary>
internal sealed partial record RunName(string Text)
{
    public static RunName New() => new("TimerProbe_" + Guid.NewGuid().ToString("N"));

    public static RunName From(RunObject found) => new(found.Name[..found.Name.LastIndexOf('_')].TrimStart('#'));

    public RunObject Permanent(string part, string kind) => new($"{Text}_{part}", kind);

    public RunObject Temporary(string part, string kind) => new($"#{Text}_{part}", "temporary-" + kind);

    /// <summary>An object found in a database, if it is one of this program's.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="type">Its type in <c>sys.objects</c>.</param>
    public static RunObject? Found(string? name, string? type)
    {
        var kind = type?.Trim() switch { "FN" => "function", "P" => "procedure", "U" => "table", _ => null };
        return name is null || kind is null || !Own().IsMatch(name)
            ? null
            : new RunObject(name, name.StartsWith('#') ? "temporary-" + kind : kind);
    }

    // A compatible server gives names back in lower case.
    [GeneratedRegex(@"\A#?(TimerProbe|timerprobe)_[0-9a-f]{32}_[A-Za-z]+\z", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Own();
}
