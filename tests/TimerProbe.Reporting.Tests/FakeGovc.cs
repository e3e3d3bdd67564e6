namespace TimerProbe.Reporting.Tests;

/// <summary>Runs a script in a folder of its own beside a govc that notes how it is called and answers from files.</summary>
internal sealed class FakeGovc : IDisposable
{
    private static readonly string Program = Path.Combine(AppContext.BaseDirectory, "fake");

    private readonly string _folder = Directory.CreateTempSubdirectory("remedies").FullName;

    /// <summary>The calls: the vCenter, then the arguments.</summary>
    public IReadOnlyList<string[]> Calls => File.Exists(Path.Combine(_folder, "calls"))
        ? [.. File.ReadAllText(Path.Combine(_folder, "calls")).Split('\u001D', StringSplitOptions.RemoveEmptyEntries)
            .Select(call => call.Split('\u001E')).Select(call => (string[])[call[0], .. call[1].Split('\u001F')[..^1]])]
        : [];

    /// <summary>The files in the folder beside those that belong there.</summary>
    public IEnumerable<string> Litter => Directory.EnumerateFileSystemEntries(_folder).Select(Path.GetFileName).OfType<string>()
        .Where(name => name is not ("calls" or "remedies.sh" or "refuse") && !name.StartsWith("path-", StringComparison.Ordinal)
            && !name.StartsWith("uuid-", StringComparison.Ordinal)
            && !name.StartsWith("list-", StringComparison.Ordinal));

    public FakeGovc Knows(string reference, string path, string? uuid = null)
    {
        Write($"path-{reference}", path + "\n");
        if (uuid is not null)
        {
            Write($"uuid-{reference}", uuid + "\n");
        }

        return this;
    }

    /// <summary>Answers to another property of an object.</summary>
    public FakeGovc Says(string reference, string property, string value)
    {
        Write($"path-{property}-{reference}", value + "\n");
        return this;
    }

    /// <summary>Answers a list, with the name or type that it is of.</summary>
    public FakeGovc Lists(string command, string lines)
    {
        Write($"list-{command}", lines + "\n");
        return this;
    }

    public FakeGovc Refuses()
    {
        Write("refuse", "");
        return this;
    }

    public async Task<(int ExitCode, string Output, string Errors)> RunAsync(string script, params string[] arguments)
    {
        Write("remedies.sh", script);
        var start = new ProcessStartInfo("sh", ["remedies.sh", .. arguments])
        {
            WorkingDirectory = _folder,
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardOutputEncoding = Encoding.UTF8,
            StandardErrorEncoding = Encoding.UTF8,
        };
        start.Environment["PATH"] = $"{Program}:{Environment.GetEnvironmentVariable("PATH")}";
        start.Environment["FAKE"] = _folder;
        using var process = Process.Start(start)!;
        var (output, errors) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        await process.WaitForExitAsync(Cancel);
        return (process.ExitCode, await output, await errors);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(_folder, name), text);
}
