namespace TimerProbe.EndToEnd.Running;

/// <summary>A configuration with a store and a program that takes alerts and writes them down.</summary>
internal sealed class AlertReceiver : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    /// <param name="more">What the configuration says besides.</param>
    /// <param name="store">The store, as <c>--store</c> takes it.</param>
    public AlertReceiver(string more = "", string store = "fleet.db")
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The program that is told is a shell script.");
        _folder.Write("tell.sh", $"cat >> '{_folder["told"]}'\n");
        Config = _folder.Write(
            "timerprobe.json",
            $$"""
            {
              "store": { "target": "{{store}}", "save": true },
              "alerts": { "command": { "file": "/bin/sh", "arguments": [ "{{_folder["tell.sh"]}}" ] } },
              {{more}}
            }
            """);
    }

    public string Config { get; }

    /// <summary>The alerts that were taken: kind, kind of subject, cause.</summary>
    public IReadOnlyList<(string Kind, string Subject, string? Cause)> Told => !File.Exists(_folder["told"]) ? [] :
    [
        .. File.ReadAllLines(_folder["told"]).Select(AlertPayload.Read)
            .Select(alert => (alert.Kind.ToDocumentName(), alert.Subjects[0].Type, alert.Subjects[0].Cause)),
    ];

    public IReadOnlyList<string> Titles => [.. File.ReadAllLines(_folder["told"]).Select(AlertPayload.Read).Select(alert => alert.Title)];

    /// <summary>The same configuration, but for keeping runs and telling of them.</summary>
    public string WithoutSaving() => _folder.Write(
        "unsaved.json", File.ReadAllText(Config).Replace("\"save\": true", "\"save\": false", StringComparison.Ordinal));

    public void Dispose() => _folder.Dispose();
}
