namespace TimerProbe.Guest.Inspection;

/// <summary>By <c>vmware-toolbox-cmd</c> (open-vm-tools, toolboxcmd-stat.c); stops at a late answer, and earlier ones count.</summary>
internal sealed class ToolboxReader(string program, Deadline deadline)
{
    private readonly string _name = Path.GetFileName(program);
    private string? _gaveUp;

    /// <summary>The command in a folder of PATH, or where the Tools are installed on Windows; null without it.</summary>
    public static string? Find(string? path, string? installFolder) => OperatingSystem.IsWindows()
        ? Existing(installFolder is null ? null : Path.Combine(installFolder, "VMwareToolboxCmd.exe"))
        : (path ?? "").Split(Path.PathSeparator).Where(Path.IsPathRooted)
            .Select(folder => Existing(Path.Combine(folder, "vmware-toolbox-cmd")))
            .FirstOrDefault(found => found is not null);

    public static Reading<T> AskOnce<T>(string program, Func<ToolboxReader, Reading<T>> question)
    {
        using var deadline = new Deadline(Deadline.Default, CancellationToken.None);
        return question(new ToolboxReader(program, deadline));
    }

    public (Reading<Frequency?> HostHz, Reading<Frequency?> LimitHz, Reading<VMwareToolsFacts> Tools) Read()
    {
        var speed = Ask("stat", "speed");
        var session = Ask("stat", "sessionid");
        var cpuLimit = Ask("stat", "cpulimit");
        var version = Ask("-v");
        return (
            speed.Then(text => Understood(Megahertz(text), "speed", text)),
            cpuLimit.Then(text => Reading.From(Megahertz(text))),
            Tools(version, session));
    }

    public Reading<string> ReadSession() => Ask("stat", "sessionid").Then(text => SessionId(text) is { } id
        ? Reading.From(id)
        : NotUnderstood<string>("sessionid", text));

    /// <summary>Whether VMware Tools set the time periodically: <c>Enabled</c> or <c>Disabled</c>.</summary>
    public Reading<string> ReadTimesync() => Ask("timesync", "status");

    /// <summary>The host's time in seconds since 1970.</summary>
    public Reading<long?> ReadHostTime() => Ask("stat", "hosttime").Then(text => HostTime(text) is { } seconds
        ? Reading.From<long?>(seconds)
        : NotUnderstood<long?>("hosttime", text));

    /// <summary>A figure such as <c>2494 MHz</c>; null for anything else, zero, and the all-ones of no limit.</summary>
    internal static Frequency? Megahertz(string text) => text.Trim().Split(' ') is [var figure, "MHz"]
        && uint.TryParse(figure, NumberStyles.None, CultureInfo.InvariantCulture, out var megahertz)
        && megahertz is > 0 and < uint.MaxValue ? Frequency.FromMegahertz(megahertz) : null;

    /// <summary>A session's number as printed, such as <c>0x66bf7a1c03d0a2e1</c>; null when it is not one.</summary>
    internal static string? SessionId(string text) =>
        text.Trim() is { Length: > 2 and <= 18 } id && id.StartsWith("0x", StringComparison.Ordinal) && id.Skip(2).All(char.IsAsciiHexDigit)
            ? id
            : null;

    /// <summary>
    /// Seconds since 1970 out of <c>22 Nov 2026 01:02:03</c>: strftime's <c>%d %b %Y %H:%M:%S</c> of local time, which the caller
    /// has made UTC; null for anything else.
    /// </summary>
    internal static long? HostTime(string text) => DateTimeOffset.TryParseExact(
        text.Trim(), "dd MMM yyyy HH:mm:ss", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)
            ? time.ToUnixTimeSeconds()
            : null;

    /// <summary>The version out of <c>12.3.0.44994 (build-22234872)</c>; null when the text begins with none.</summary>
    internal static string? Version(string text)
    {
        var first = text.Trim().Split(' ')[0];
        return System.Version.TryParse(first, out _) ? first : null;
    }

    // Workstation has no sessions and a restricted user no library: either half is worth having.
    private static Reading<VMwareToolsFacts> Tools(Reading<string> version, Reading<string> session)
    {
        var tools = new VMwareToolsFacts(Version(version.Value ?? ""), SessionId(session.Value ?? ""));
        return tools is { Version: null, SessionId: null }
            ? version.Why is not null ? version.Missing<VMwareToolsFacts>()
            : session.Why is not null ? session.Missing<VMwareToolsFacts>()
            : Reading.Missing<VMwareToolsFacts>("VMware Tools reported neither version nor session")
            : Reading.From(tools);
    }

    private Reading<Frequency?> Understood(Frequency? figure, string question, string text) => figure is not null
        ? Reading.From(figure)
        : NotUnderstood<Frequency?>(question, text);

    private Reading<T> NotUnderstood<T>(string question, string text) => Reading.Missing<T>(Problem.Create(
        ProblemCode.NotUnderstood,
        $"{_name} answered '{Shortened(text)}' when asked for {question}"));

    private Reading<string> Ask(params string[] question)
    {
        if (_gaveUp is not null)
        {
            return Reading.Missing<string>(_gaveUp);
        }

        var answer = ChildProcess.Run(program, question, deadline);
        if (answer.ExitCode == 0)
        {
            return Reading.From(answer.Output);
        }

        if (answer.ExitCode is null)
        {
            _gaveUp = $"{_name}: {answer.Error}";
            return Reading.Missing<string>(_gaveUp);
        }

        return answer.Error.Length == 0
            ? Reading.Missing<string>($"{_name}: it failed without a message")
            : Reading.Missing<string>(
                Problem.Create(ProblemCode.Failed, $"{_name}: {Shortened(answer.Error)}"));
    }

    private static string? Existing(string? path) => File.Exists(path) ? path : null;

    private static string Shortened(string text)
    {
        var line = text.Split('\n')[0].Trim();
        return line.Length <= 120 ? line : line[..120];
    }
}
