using System.Globalization;

namespace TimerProbe.Guest.Inspection;

/// <summary>Adds what VMware Tools report of the host: by performance counters on Windows, else by their command.</summary>
internal static class VMwareToolsInspector
{
    public static string? FindCommand() => ToolboxReader.Find(
        Environment.GetEnvironmentVariable("PATH"),
        OperatingSystem.IsWindows() ? WindowsRegistry.VMwareToolsFolder() : null);

    public static MachineFacts Add(MachineFacts facts, UnavailableFacts unavailable, string? program, Deadline deadline) =>
        Add(facts, unavailable, program, OperatingSystem.IsWindows() ? PerformanceCounterReader.Read : null, deadline);

    internal static MachineFacts Add(
        MachineFacts facts,
        UnavailableFacts unavailable,
        string? program,
        Func<PerformanceCounterFacts>? readCounters,
        Deadline deadline)
    {
        var isVMware = HypervisorNames.IsVMware(facts);
        if (!isVMware && program is null)
        {
            if (facts.Hypervisor.Present == true)
            {
                unavailable.Add("hostHz", "only VMware Tools report the host's speed to a guest");
            }

            return facts;
        }

        var counting = isVMware && readCounters is not null ? deadline.Start(() => Reading.From(readCounters())) : null;
        var toolbox = program is null ? NotInstalled() : new ToolboxReader(program, deadline).Read();
        var counters = counting?.Invoke() is { } read ? read.Value ?? PerformanceCounterFacts.Missing(read.Why!) : null;
        return facts with
        {
            VmwareTools = Tools(unavailable, toolbox.Tools, counters?.CpuStolenMs),
            Hypervisor = HostSpeed(facts.Hypervisor, unavailable, counters?.HostHz, toolbox.HostHz),
            CpuPressure = facts.CpuPressure with { LimitHz = unavailable.Note("limitHz", First(counters?.LimitHz, toolbox.LimitHz)) },
        };
    }

    /// <summary>Both speeds are kept: what the counter counts and the command asks for need not be the same.</summary>
    private static HypervisorFacts HostSpeed(
        HypervisorFacts hypervisor, UnavailableFacts unavailable, Reading<Frequency?>? counter, Reading<Frequency?> command)
    {
        var host = unavailable.Note("hostHz", First(counter, command));
        return hypervisor with
        {
            HostHz = host,
            HostHzSource = host is null
                ? null
                : counter?.Value is null ? HostSpeedSource.ToolboxCommand : HostSpeedSource.PerformanceCounter,
            HostCounterHz = unavailable.Note(
                "hostCounterHz", counter ?? Reading.Missing<Frequency?>("VMware Tools have this counter in Windows guests of VMware only")),
            ToolsSpeedHz = unavailable.Note("toolsSpeedHz", command),
        };
    }

    private static VMwareToolsFacts? Tools(UnavailableFacts unavailable, Reading<VMwareToolsFacts> reported, Reading<double?>? stolen)
    {
        var tools = reported.Value;
        if (tools is null && stolen?.Value is not null)
        {
            unavailable.Note("version", reported);
            unavailable.Note("sessionId", reported);
            tools = new VMwareToolsFacts(Version: null, SessionId: null);
        }
        else
        {
            unavailable.Note("vmwareTools", reported);
        }

        // Tools that report nothing have no such member; where they have counters, these say why.
        if (stolen is null && tools is null)
        {
            return null;
        }

        var stolenMs = unavailable.Note(
            "cpuStolenMs", stolen ?? Reading.Missing<double?>("VMware Tools count it in Windows guests of VMware only"));
        return tools is null ? null : tools with { CpuStolenMs = stolenMs };
    }

    private static Reading<Frequency?> First(Reading<Frequency?>? counter, Reading<Frequency?> command) => (counter, command) switch
    {
        ({ Why: null } reported, _) => reported,
        ({ } silent, { Why: not null }) => silent,
        _ => command,
    };

    private static ToolboxFacts NotInstalled()
    {
        const string Why = "the command of VMware Tools is not installed";
        return new ToolboxFacts(Reading.Missing<Frequency?>(Why), Reading.Missing<Frequency?>(Why), Reading.Missing<VMwareToolsFacts>(Why));
    }
}

internal sealed record ToolboxFacts(Reading<Frequency?> HostHz, Reading<Frequency?> LimitHz, Reading<VMwareToolsFacts> Tools);

/// <summary>
/// Asks <c>vmware-toolbox-cmd</c> (VMware's open-vm-tools, toolbox/toolboxcmd-stat.c), and stops once a question was not answered in time;
/// earlier answers count.
/// </summary>
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

    public ToolboxFacts Read()
    {
        var speed = Ask("stat", "speed");
        var session = Ask("stat", "sessionid");
        var cpuLimit = Ask("stat", "cpulimit");
        var version = Ask("-v");
        return new ToolboxFacts(
            speed.Then(text => Understood(Megahertz(text), "speed", text)),
            cpuLimit.Then(text => Reading.From(Megahertz(text))),
            Tools(version, session));
    }

    /// <summary>The session alone: one question instead of four.</summary>
    public Reading<string> ReadSession() => Ask("stat", "sessionid").Then(text => SessionId(text) is { } id
        ? Reading.From(id)
        : NotUnderstood<string>("sessionid", text));

    /// <summary>The host's time in seconds since 1970.</summary>
    public Reading<long?> ReadHostTime() => Ask("stat", "hosttime").Then(text => HostTime(text) is { } seconds
        ? Reading.From<long?>(seconds)
        : NotUnderstood<long?>("hosttime", text));

    /// <summary>A figure such as <c>2494 MHz</c>; null for anything else, zero, and the all-ones of no limit.</summary>
    internal static Frequency? Megahertz(string text) => text.Trim().Split(' ') is [var figure, "MHz"]
        && uint.TryParse(figure, NumberStyles.None, CultureInfo.InvariantCulture, out var megahertz)
        && megahertz is > 0 and < uint.MaxValue
            ? Frequency.FromMegahertz(megahertz)
            : null;

    /// <summary>A session's number as printed, such as <c>0x66bf7a1c03d0a2e1</c>; null when it is not one.</summary>
    internal static string? SessionId(string text) =>
        text.Trim() is { Length: > 2 and <= 18 } id && id.StartsWith("0x", StringComparison.Ordinal) && id.Skip(2).All(char.IsAsciiHexDigit)
            ? id
            : null;

    /// <summary>
    /// Seconds since 1970 out of <c>22 Nov 2026 01:02:03</c>: strftime's <c>%d %b %Y %H:%M:%S</c> of local time, which the caller has made
    /// UTC; null for anything else.
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
        ToolsProblem.NotUnderstood,
        $"{ProblemArgument.Term(_name)} answered '{ProblemArgument.Words(Shortened(text))}' when asked for {ProblemArgument.Term(question)}"));

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
                Problem.Create(ToolsProblem.Failed, $"{ProblemArgument.Term(_name)}: {ProblemArgument.Words(Shortened(answer.Error))}"));
    }

    private static string? Existing(string? path) => File.Exists(path) ? path : null;

    private static string Shortened(string text)
    {
        var line = text.Split('\n')[0].Trim();
        return line.Length <= 120 ? line : line[..120];
    }
}
