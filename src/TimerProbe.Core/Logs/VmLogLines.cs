namespace TimerProbe.Core.Logs;

/// <summary>Gathers what the lines of a <c>vmware.log</c> say. A line that begins another log, in joined files, begins anew.</summary>
internal sealed partial class VmLogLines
{
    public const int MaxRates = 100;

    private const int MaxTextLength = 300;

    private const string Header = "Log for VMware";
    private const string Conversion = "TimeTracker host to guest rate conversion";
    private const string Kilohertz = "KHZEstimate ";
    private const string Cpuid = "guest vs. host CPUID guest level 40000010";
    private const string Dictionary = "DICT ";
    private const string HostName = "Hostname=";
    private const string Configuration = "Config file: ";

    private const string NewUuid = "UUID: Writing uuid.bios ";

    private const string ProcessorReset = "CPU reset: hard";

    // Resets leave the virtual machine's process, and its log, as they are.
    private static readonly string[] ResetMarks =
        ["VMAutomation_Reset", "VMXRequestReset", "Chipset: The guest has requested that the virtual machine be hard reset", ProcessorReset];

    private static readonly Dictionary<string, Version> FirstThatKeepsRates = new()
    {
        ["VMware Workstation"] = new(16, 2),
        ["VMware Player"] = new(16, 2),
        ["VMware Fusion"] = new(12, 2),
        ["VMware ESX"] = new(7, 0, 3),
    };

    private static readonly SearchValues<string> Marks = SearchValues.Create(
        [
            Header, Conversion, "TSC Hz estimates:", "TSC kHz estimates:", Kilohertz, Cpuid, Dictionary, HostName, Configuration, NewUuid,
            .. HostLines.Marks, .. ResetMarks,
        ],
        StringComparison.Ordinal);

    // A power-on resets its processors within seconds of the line with its rates.
    private static readonly TimeSpan PowerOn = TimeSpan.FromMinutes(1);

    private readonly Queue<LoggedRate> _rates = [];
    private VmLog _reported = new() { File = "" };
    private bool _isOfMachine = true;
    private int _rank;

    public bool IsLog { get; private set; }

    public bool IsExcerpt { get; set; } = true;

    public bool HasHeader => _reported.Product is not null;

    public void Add(ReadOnlySpan<char> line)
    {
        if (line.IndexOfAny(Marks) < 0)
        {
            IsExcerpt = false;
            if (IsLog)
            {
                return;
            }
        }

        var text = Pasted().Replace(line.ToString(), "").Replace("-&gt;", "->", StringComparison.Ordinal);
        var prefix = VmLogPrefix.Parse(text);
        if (prefix.Rank < _rank)
        {
            // A line with less of a time than others may be the rest of what a guest has written.
            IsExcerpt = false;
            return;
        }

        _rank = prefix.Rank;
        var message = text[prefix.Length..].TrimStart();
        IsExcerpt &= !prefix.IsContinued && message.AsSpan().IndexOfAny(Marks) == 0;
        IsLog |= prefix.Rank == VmLogPrefix.Dated;
        IsLog |= !prefix.IsContinued && Add(message, prefix);
    }

    public VmLog ToLog(string file) => _reported with { File = file, Rates = [.. _rates] };

    private bool Add(string message, VmLogPrefix prefix) =>
        message.StartsWith(Conversion, StringComparison.Ordinal) ? AddRate(message[Conversion.Length..].TrimStart(), prefix)
        : message.StartsWith(Dictionary, StringComparison.Ordinal) ? AddSetting(message)
        : EstimateLine().Match(message) is { Success: true } estimate ? AddHostTsc(estimate, prefix)
        : message.StartsWith(Kilohertz, StringComparison.Ordinal) ? AddKilohertz(message[Kilohertz.Length..], prefix)
        : message.StartsWith(Cpuid, StringComparison.Ordinal) ? AddGuestTsc(message, prefix)
        : message.StartsWith(HostName, StringComparison.Ordinal)
            ? Update(_reported with { Host = Bounded(message[HostName.Length..]) ?? _reported.Host })
        : message.StartsWith(Configuration, StringComparison.Ordinal)
            ? Update(_reported with { ConfigFile = Bounded(message[Configuration.Length..]) ?? _reported.ConfigFile })
        : message.StartsWith(NewUuid, StringComparison.Ordinal) ? Update(_reported with { Uuid = WrittenUuid(message[NewUuid.Length..]) })
        : HeaderLine().Match(message) is { Success: true } header ? Begin(header)
        : HostLines.Read(message, _reported) is { } read ? Update(read)
        : Array.Exists(ResetMarks, mark => message.StartsWith(mark, StringComparison.Ordinal)) && AddReset(message, prefix);

    private bool Begin(Match header)
    {
        _rates.Clear();
        _isOfMachine = true;
        return Update(new VmLog
        {
            File = "",
            Product = header.Groups["product"].Value,
            Version = header.Groups["version"].Value,
            Build = header.Groups["build"].Value,
        });
    }

    private bool Update(VmLog reported)
    {
        _reported = reported;
        return true;
    }

    private bool AddRate(string rates, VmLogPrefix prefix)
    {
        if (rates.StartsWith("((", StringComparison.Ordinal))
        {
            // The same as a formula: ((x * 2147483648) >> 31) + 0
            return true;
        }

        // The lines about scaling and offsetting come below the line that they belong to.
        _reported = _reported with { Scaling = null, ScalingLine = null, Offsetting = null, OffsettingLine = null, KeptAt = null };
        _reported = _reported with { NeverStarted = false };
        var match = RateLine().Match(rates);
        if (!match.Success || Hertz(match.Groups["host"].Value) is not { } host || Hertz(match.Groups["guest"].Value) is not { } guest)
        {
            // Whatever it was to say, the lines before it are no longer the newest.
            _rates.Clear();
            return Update(_reported with { RefusedLines = _reported.RefusedLines + 1, At = null, Written = null });
        }

        _rates.Enqueue(new LoggedRate(prefix.At, host, guest));
        if (_rates.Count > MaxRates)
        {
            _rates.Dequeue();
        }

        return Update(_reported with { At = prefix.At, Written = prefix.Written });
    }

    private bool AddReset(string message, VmLogPrefix prefix) =>
        _rates.Count == 0 || prefix.At is not { } at || !KeepsRates(_reported)
            || (message.StartsWith(ProcessorReset, StringComparison.Ordinal) && !(at - _reported.At > PowerOn))
        || Update(_reported with { KeptAt = at });

    private static bool KeepsRates(VmLog log) => log is { Product: { } product, Version: { } text }
        && FirstThatKeepsRates.TryGetValue(product, out var first) && VersionOf(text) >= first;

    /// <summary><c>16.2.4</c>; of <c>25H2</c> the year.</summary>
    private static Version? VersionOf(string text) =>
        Version.TryParse(text, out var version) ? version
        : Version.TryParse($"{text.Split('H')[0]}.0", out var year) ? year
        : null;

    private bool AddHostTsc(Match estimate, VmLogPrefix prefix)
    {
        var unit = estimate.Groups["unit"].Length == 0 ? 1 : 1000;
        return estimate.Groups["unit"].Value == estimate.Groups["usedUnit"].Value && Hertz(estimate.Groups["used"].Value, unit) is { } used
            ? Update(Timed(_reported with { HostTscHz = used, VmmonHz = Hertz(estimate.Groups["own"].Value, unit) }, prefix))
            : Update(_reported with { HostTscHz = null, VmmonHz = null });
    }

    private bool AddKilohertz(string kilohertz, VmLogPrefix prefix) =>
        _reported.HostTscHz is not null
            || Hertz(kilohertz, 1000) is not { } host
            || Update(Timed(_reported with { HostTscHz = host }, prefix));

    private bool AddGuestTsc(string message, VmLogPrefix prefix)
    {
        var line = CpuidLine().Match(message);
        var kilohertz = line.Success
            ? long.Parse(line.Groups["eax"].ValueSpan, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture)
            : 0;
        return Frequency.OfClock(kilohertz * 1000) is { } reported
            ? Update(Timed(_reported with { GuestTscHz = reported }, prefix))
            : Update(_reported with { GuestTscHz = null });
    }

    private VmLog Timed(VmLog reported, VmLogPrefix prefix) =>
        _rates.Count > 0 || reported.RefusedLines > 0 ? reported : reported with { At = prefix.At, Written = prefix.Written };

    private bool AddSetting(string message)
    {
        if (SectionLine().Match(message) is { Success: true } section)
        {
            _isOfMachine = section.Groups["name"].Value == "CONFIGURATION";
            return !_isOfMachine
                || Bounded(section.Groups["file"].Value) is not { } file
                || Update(_reported with { ConfigFile = _reported.ConfigFile ?? file });
        }

        if (_isOfMachine && SettingLine().Match(message) is { Success: true } setting)
        {
            var value = Unquoted(setting.Groups["value"].Value);
            _reported = setting.Groups["key"].Value switch
            {
                "displayName" => _reported with { Name = Bounded(value) },
                "uuid.bios" => _reported with { Uuid = GetUuid(value) },
                _ => _reported,
            };
        }

        return true;
    }

    private static string? Unquoted(string value)
    {
        if (value is not ['"', ..])
        {
            return value;
        }

        return value is ['"', .. var inner, '"']
            ? Escape().Replace(inner, escape => ((char)Convert.ToByte(escape.Groups["code"].Value, 16)).ToString())
            : null;
    }

    /// <summary>The value is written by itself, or as <c>value: '56 4d ...'</c>.</summary>
    private static string? WrittenUuid(string written) => GetUuid(
        written.StartsWith("value: ", StringComparison.Ordinal) ? written["value: ".Length..].Trim('\'') : written);

    /// <summary><c>56 4d 85 1b f3 a5 53 a8-5c 18 be ad 05 57 4a a1</c> with dashes where others have them.</summary>
    private static string? GetUuid(string? value) =>
        value is not null && UuidValue().IsMatch(value)
            ? Guid.ParseExact(string.Concat(value.Where(char.IsAsciiHexDigit)), "N").ToString()
            : null;

    private static string? Bounded(string? text) => text?.Trim() is { Length: > 0 and <= MaxTextLength } saved ? saved : null;

    private static Frequency? Hertz(string number, int unit = 1) =>
        long.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var value) && value <= Frequency.Fastest.Hertz
            ? Frequency.OfClock(value * unit)
            : null;

    [GeneratedRegex(@"^Log for (?<product>VMware [A-Za-z0-9 ]{1,40}?) pid=[0-9]+ version=(?<version>[A-Za-z0-9._-]{1,40}) build=(?<build>[A-Za-z0-9._-]{1,40})(?: |$)", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex HeaderLine();

    [GeneratedRegex("^-?[0-9]{1,20} @ (?<host>[0-9]{1,12})Hz -> -?[0-9]{1,20} @ (?<guest>[0-9]{1,12})Hz$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex RateLine();

    // What was copied out of a mail, a page or grep -n has this before the hypervisor's own prefix.
    [GeneratedRegex(@"^(?:(?:>|&gt;)[ ]?)*(?:[0-9]{1,9}:(?=[0-9]{4}-|[A-Za-z]))?", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Pasted();

    [GeneratedRegex(@"^TSC (?<unit>k?)Hz estimates: (?:vmmon (?<own>[0-9]{1,12}),)?.*Using (?<used>[0-9]{1,12}) (?<usedUnit>k?)Hz\.?$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex EstimateLine();

    [GeneratedRegex(@"^guest vs\. host CPUID guest level 40000010, +0: 0x(?<eax>[0-9a-f]{8})(?: 0x[0-9a-f]{8}){3}$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex CpuidLine();

    [GeneratedRegex("^DICT --- (?<name>CONFIGURATION|[A-Z ]+)(?: (?<file>.+))?$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex SectionLine();

    [GeneratedRegex("^DICT +(?<key>[^ =]+) =(?: (?<value>.*))?$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex SettingLine();

    [GeneratedRegex(@"\|(?<code>[0-9A-Fa-f]{2})", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Escape();

    [GeneratedRegex("^[0-9a-fA-F]{2}(?:[ -]?[0-9a-fA-F]{2}){15}$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex UuidValue();
}
