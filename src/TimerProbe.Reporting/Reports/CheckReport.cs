using System.Globalization;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Verdicts;
using static System.FormattableString;

namespace TimerProbe.Reporting.Reports;

/// <summary>A check document as a report.</summary>
public static class CheckReport
{
    /// <summary>The report.</summary>
    public static Report Create(CheckDocument document)
    {
        var summary = CheckSummary.From(document);
        return new Report
        {
            Title = "Clock check of",
            Subject = document.Machine.Name,
            About = [summary.System, summary.Platform],
            StartedAt = document.StartedAt,
            Severity = summary.Severity,
            Headline = summary.Headline,
            Reasons = [.. summary.Reasons, .. BriefOf(document.Findings)],
            Verdict = VerdictOf(document.Verdict.State, document.Verdict.Cause, document.Verdict.Confidence),
            Sections = [.. CheckSections.Create(document)],
            Findings = document.Findings,
            Muted = MutedSummary.Of(document.Muting),
            Details = MachineDetails.Of(document.Machine),
            Unavailable = document.Machine.Unavailable,
            Verify =
                $"`timerprobe check` on this machine again: the clock is healthy when precise time costs at most {VerdictTable.HealthyLimit}.",
            Document = DocumentOf(
                document.Schema,
                document.Id,
                document.Tool,
                StartedAt(document.StartedAt),
                ("Measured for", Invariant($"{document.Timing.MeasuringMs:#,0.0} ms of {document.Timing.TotalMs:#,0.0} ms in all"))),
        };
    }

    internal static IReadOnlyList<(string What, string Value)> VerdictOf(Enum state, Enum cause, Confidence? confidence) =>
    [
        ("State", state.ToDocumentName()),
        ("Cause", cause.ToDocumentName()),
        .. confidence is { } known ? [("Confidence", known.ToDocumentName())] : Array.Empty<(string, string)>(),
    ];

    internal static IEnumerable<string> BriefOf(IReadOnlyList<Finding> findings)
    {
        if (findings is [{ Impact: { } impact }, ..])
        {
            yield return $"Impact: {impact}";
        }

        if (findings is [{ LikelyCause: { } cause }, ..])
        {
            yield return $"Likely cause: {cause}";
        }
    }

    internal static IReadOnlyList<(string What, string Value)> DocumentOf(
        string schema, Guid id, ToolInfo tool, params (string What, string Value)[] more) =>
        [("Made by", $"TimerProbe {tool.Version}"), ("Document", id.ToString()), ("Form", schema), .. more];

    internal static (string What, string Value) StartedAt(DateTimeOffset time) =>
        ("Started", time.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss 'UTC'", CultureInfo.InvariantCulture));
}

internal static class MachineDetails
{
    public static IReadOnlyList<(string What, string Value)> Of(MachineFacts machine)
    {
        var hypervisor = machine.Hypervisor;
        var pressure = machine.CpuPressure;
        return
        [
            .. from detail in new[]
               {
                   ("SMBIOS UUID", machine.SmbiosUuid),
                   ("product", machine.SmbiosProduct),
                   ("processor", machine.CpuModel),
                   ("architecture", machine.Architecture),
                   ("invariant TSC", YesOrNo(machine.InvariantTsc)),
                   ("hypervisor", hypervisor.Vendor),
                   ("TSC rate it reports", hypervisor.VirtualTscHz?.ToString()),
                   ("host's rate", hypervisor.HostHz?.ToString()),
                   ("virtualization-based security", YesOrNo(hypervisor.Vbs)),
                   ("VMware Tools", machine.VmwareTools?.Version),
                   ("performance counter", machine.Windows?.QpfHz?.ToString()),
                   ("useplatformclock", YesOrNo(machine.Windows?.UsePlatformClock)),
                   ("clock source", machine.Linux?.Clocksource),
                   ("vDSO", YesOrNo(machine.Linux?.Vdso)),
                   ("container", machine.Linux?.Container),
                   ("CPU quota", pressure.Quota is { } quota ? Invariant($"{quota:0.##} processors") : null),
                   ("throttled", Milliseconds(pressure.ThrottledMs)),
                   ("stolen", Milliseconds(pressure.StealMs)),
                   ("waited for a processor", Milliseconds(pressure.WaitedMs)),
                   ("CPU limit", pressure.LimitHz?.ToString()),
               }
               where detail.Item2 is not null
               select (detail.Item1, detail.Item2),
        ];
    }

    private static string? YesOrNo(bool? fact) => fact switch
    {
        true => "yes",
        false => "no",
        null => null,
    };

    private static string? Milliseconds(double? ms) => ms is { } time ? Invariant($"{time:#,0.###} ms") : null;
}
