namespace TimerProbe.Reporting;

/// <summary>What a check says, in the words that all its forms for people have.</summary>
public sealed record CheckSummary
{
    private CheckSummary(CheckDocument document)
    {
        var verdict = document.Verdict;
        var pressure = document.Findings.FirstOrDefault(finding => finding is { Rule: "TP104", Confidence: Confidence.Measured });
        var shortOfCpu = pressure is not null;
        var cost = GetCost(document);
        var trouble = Trouble = verdict.State == ClockState.Healthy ? document.Findings.FirstOrDefault(IsTrouble) : null;
        State = trouble is not null ? "NOT RIGHT"
            : verdict.State == ClockState.Healthy && shortOfCpu ? "SHORT OF CPU"
            : verdict.State.ToString().ToUpperInvariant();
        (Answer, var cause) = trouble is not null ? ($"A read is cheap, but {Lower(trouble.Title)} ({trouble.Rule})", cost)
            : verdict.State == ClockState.Healthy && shortOfCpu ? ("The clock is healthy, but this machine is short of CPU (TP104)", cost)
            : verdict.State == ClockState.Healthy ? (cost, GetAcquittal(document.Time))
            : (cost, GetCause(verdict) + KnownBy(verdict.Confidence, FindRule(
                document.Findings, RuleCatalogue.ByClockCause.GetValueOrDefault(verdict.Cause.ToDocumentName()))));
        Headline = $"{State}: {Lower(Answer)}";
        Reasons =
        [
            cause,
            .. trouble is not null && shortOfCpu ? ["This machine is also short of CPU (TP104)"] : Array.Empty<string>(),
            .. verdict.State == ClockState.Healthy ? Array.Empty<string>() : [FirstUpper(verdict.Because)],
            .. verdict.State == ClockState.Healthy || verdict.Cause == ClockCause.CpuStarved || pressure is null ? Array.Empty<string>()
                : pressure.Severity == Core.Advice.Severity.Info
                    ? ["The processors are busy too: a slow clock burns CPU itself, so the clock comes first (TP104)"]
                    : ["This machine is also short of CPU (TP104)"],
        ];
        Time = $"{document.Timing.MeasuringMs:#,0} ms";
        Severity = trouble?.Severity ?? GetSeverity(verdict.State) ?? pressure?.Severity;
        System = document.Machine.Os + (document.Machine.Windows?.Wine is { } version ? $" (Wine {version})" : "");
        Platform = $"{GetPlatform(document.Machine)}, {GetProcessors(document.Machine)}";
    }

    public string State { get; }

    public string Answer { get; }

    public string Headline { get; }

    public string Time { get; }

    public IReadOnlyList<string> Reasons { get; }

    /// <summary>What is wrong with a clock that is cheap to read, which the answer is about; null else.</summary>
    public Finding? Trouble { get; }

    /// <summary>How severe the verdict is, of a healthy clock what is wrong with it besides its cost; null where nothing is.</summary>
    public Severity? Severity { get; }

    public string System { get; }

    public string Platform { get; }

    public static CheckSummary From(CheckDocument document) => new(document);

    private static string GetCost(CheckDocument document)
    {
        if (document.Change is { } change)
        {
            return $"The cost of a clock read changes between {change.LowNs} and {change.HighNs}; {Normal} is normal";
        }

        if (document.Clocks.FirstOrDefault(clock => clock.Source == ClockSource.PreciseTime)?.CallNs is not { Median: var cost })
        {
            return "The cost of a clock read could not be measured";
        }

        return cost switch
        {
            _ when document.Verdict.State == ClockState.Unclear =>
                $"A clock read takes about {cost}, but the figures do not decide; {Normal} is normal",
            _ when cost <= VerdictTable.NormalTo => $"A clock read takes {cost}: normal ({Normal})",
            _ when cost <= VerdictTable.HealthyLimit => $"A clock read takes {cost}; up to {VerdictTable.HealthyLimit} is healthy",
            _ => $"A clock read takes {cost}: about {Times(cost / VerdictTable.HealthyCost)} times the usual {VerdictTable.HealthyCost}",
        };
    }

    private static string Normal => $"{VerdictTable.NormalFrom.Nanoseconds:0} to {VerdictTable.NormalTo}";

    /// <summary>Two digits: more would say more than a ratio to a range can.</summary>
    private static string Times(double ratio)
    {
        var unit = Math.Pow(10, Math.Max(0, Math.Floor(Math.Log10(ratio)) - 1));
        return (Math.Round(ratio / unit) * unit).ToString("#,0");
    }

    /// <summary>What was measured is acquitted, and what was not is named.</summary>
    private static string GetAcquittal(TimeFacts? time) => time switch
    {
        { OffsetMs: { } offset, OffsetUncertaintyMs: { } uncertainty, Reference: { } reference } =>
            $"Reading it slows nothing here; its time is within {Math.Abs(offset) + uncertainty:#,0.#} ms of {reference.Name}",
        { Reference: not null } => "Reading it slows nothing here; the time server did not tell whether it is right",
        _ => "Reading it slows nothing here. Is the time right? Add --reference HOST",
    };

    /// <summary>The rule that explains the cause; where there is none, the most severe of the findings.</summary>
    internal static string? FindRule(IReadOnlyList<Finding> findings, string? own) =>
        findings.Any(finding => finding.Rule == own) ? own : findings is [var first, ..] ? first.Rule : null;

    private static string GetCause(Verdict verdict) => verdict.Cause switch
    {
        ClockCause.Intermittent => "Clock reads are slow part of the time, or on part of the processors",
        ClockCause.TscTrapped => "Every clock read traps into the hypervisor",
        ClockCause.PlatformTimer => "Every clock read goes to a platform timer",
        ClockCause.HypervisorPage when verdict.Confidence == Confidence.Measured => "Clock reads take a slow path: the hypervisor's time page is not valid",
        ClockCause.HypervisorPage => "Clock reads by the hypervisor's clock take a slow path",
        ClockCause.HypervisorCall => "Every clock read is a system call to the hypervisor",
        ClockCause.SystemCall => "Every clock read is a system call, also of coarse time",
        ClockCause.CpuStarved => "The processor itself is slow, and the clock with it",
        _ when verdict.State == ClockState.Unclear => "The measurement did not decide",
        _ => "Clock reads are expensive, and no known cause fits",
    };

    private static bool IsTrouble(Finding finding) =>
        finding.Severity is Core.Advice.Severity.Critical or Core.Advice.Severity.Warning && RuleCatalogue.IsOfCheapClock(finding.Rule);

    private static string Lower(string sentence) => char.ToLowerInvariant(sentence[0]) + sentence[1..];

    internal static string KnownBy(Confidence? confidence, string? rule)
    {
        string?[] known = [confidence?.ToDocumentName(), rule];
        return known.OfType<string>().ToList() is { Count: > 0 } parts ? $" ({string.Join(", ", parts)})" : "";
    }

    internal static string FirstUpper(string sentence) =>
        sentence.Length == 0 ? sentence : char.ToUpperInvariant(sentence[0]) + sentence[1..];

    private static Severity? GetSeverity(ClockState state) => state switch
    {
        ClockState.Healthy => null,
        ClockState.Check => Core.Advice.Severity.Info,
        ClockState.Slow => Core.Advice.Severity.Critical,
        _ => Core.Advice.Severity.Warning,
    };

    /// <summary>The hypervisor: SMBIOS has it where virtualization-based security lets CPUID show Microsoft's own.</summary>
    private static string GetPlatform(MachineFacts machine) => machine.Hypervisor switch
    {
        { Present: true, Vbs: true } when Platforms.SmbiosPlatform(machine) == Setting.VMware => "VMware with VBS",
        { Present: true, Vbs: true, Name: { } name } => $"{name} with VBS",
        { Present: not true } => "no hypervisor seen",
        { Name: { } name } => name,
        { Vendor: var vendor } => vendor ?? "unknown hypervisor",
    };

    private static string GetProcessors(MachineFacts machine) => (machine.AllowedProcessors, machine.ProcessorCount) switch
    {
        (null, null) => "processors unknown",
        ({ } allowed, { } all) when allowed != all => $"{allowed} of {all} processors",
        var (allowed, all) => Counted.Of((all ?? allowed)!.Value, Noun.Processor),
    };
}
