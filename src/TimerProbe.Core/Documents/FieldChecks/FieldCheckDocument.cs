using System.Text.Json.Serialization;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Documents;

/// <summary>
/// What <c>timerprobe field-check</c> found: one file without names, to be sent by
/// whoever made it. Only <c>field-check --read</c> reads it.
/// </summary>
public sealed record FieldCheckDocument
{
    /// <summary>The name and version of this document's form.</summary>
    public const string SchemaName = "timerprobe.fieldCheck/1";

    /// <summary>The name and version of this form.</summary>
    public string Schema { get; init => field = value ?? SchemaName; } = SchemaName;

    /// <summary>The program that made the document.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>When the command started.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>A word that the user chose for all files of one site; null for none.</summary>
    public string? Site { get; init; }

    /// <summary>What stands in a table beside other files.</summary>
    public required FieldRow Row { get; init; }

    /// <summary>The items, in the order of docs/field-checks.md.</summary>
    public required IReadOnlyList<FieldAnswer> Answers { get; init; }

    /// <summary>The check, each processor in turn, and its drift against VMware Tools where they are installed.</summary>
    public required CheckDocument Check { get; init; }

    /// <summary>A check without executable memory; null when it was cancelled.</summary>
    public CheckDocument? WithoutStub { get; init; }

    /// <summary>A check on the first processor group alone; null where there is only one.</summary>
    public CheckDocument? OneGroup { get; init; }

    /// <summary>A check with its drift against an NTP server; null when none was named.</summary>
    public CheckDocument? AgainstNtp { get; init; }

    /// <summary>A short watch; null when it was cancelled.</summary>
    public FieldWatch? Watch { get; init; }

    /// <summary>What the service of the watch answers; null where the system has none.</summary>
    public FieldService? Service { get; init; }

    /// <summary>What a vCenter shows of this machine, as the file has it; null when none was named.</summary>
    public ScanDocument? Scan { get; init; }

    /// <summary>What it keeps of this machine besides; null when none was named, or it did not show the machine.</summary>
    [JsonPropertyName("vcenter")]
    public FieldVCenter? VCenter { get; init; }
}
