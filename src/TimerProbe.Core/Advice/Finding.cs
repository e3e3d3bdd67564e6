using System.Text.Json.Serialization;

namespace TimerProbe.Core.Advice;

/// <summary>Something worth knowing, with what shows it and what to do about it.</summary>
public sealed record Finding
{
    /// <summary>The rule's id, such as <c>TP101</c>.</summary>
    public required string Rule { get; init; }

    /// <summary>How much it matters.</summary>
    public required Severity Severity { get; init; }

    /// <summary>How it is known.</summary>
    public required Confidence Confidence { get; init; }

    /// <summary>What it is about.</summary>
    public required Subject Subject { get; init; }

    /// <summary>The finding in one line.</summary>
    public required string Title { get; init; }

    /// <summary>
    /// What it does to the work on the machine, in a sentence; left out where the rule is about a fleet, and by versions before 0.2.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Impact { get; init; }

    /// <summary>The usual reason, in a sentence; left out where the rule is about a fleet, and by versions before 0.2.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? LikelyCause { get; init; }

    /// <summary>The figures that show it.</summary>
    public required IReadOnlyList<Evidence> Evidence { get; init; }

    /// <summary>What to do, the safest first.</summary>
    public required IReadOnlyList<Remedy> Remedies { get; init; }

    /// <summary>Where to read more.</summary>
    public required IReadOnlyList<Reference> References { get; init; }
}

/// <summary>How much a finding matters.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<Severity>))]
public enum Severity
{
    /// <summary>Good to know.</summary>
    Info,

    /// <summary>Worth a look.</summary>
    Warning,

    /// <summary>Costs work now.</summary>
    Critical,
}

/// <summary>What a finding is about.</summary>
/// <param name="Kind">The kind of thing.</param>
/// <param name="Name">Its name as people know it.</param>
/// <param name="Id">Its id where its system gives one, such as a managed object id.</param>
public sealed record Subject(SubjectKind Kind, string Name, string? Id)
{
    /// <summary>The vCenter that gives the id; null and left out of documents where it is of no vCenter.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Server { get; init; }
}

/// <summary>The kinds of things findings are about.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<SubjectKind>))]
public enum SubjectKind
{
    /// <summary>The operating system the probe runs in.</summary>
    Guest,

    /// <summary>A virtual machine as vCenter knows it.</summary>
    VirtualMachine,

    /// <summary>A host.</summary>
    Host,

    /// <summary>A cluster.</summary>
    Cluster,

    /// <summary>A vCenter.</summary>
    Vcenter,

    /// <summary>Hosts of one processor and release of ESXi.</summary>
    HostClass,

    /// <summary>A SQL Server instance.</summary>
    SqlServer,
}

/// <summary>A figure that shows a finding.</summary>
/// <param name="What">What was looked at.</param>
/// <param name="Value">Its value; plain digits and an invariant decimal point where it is a number.</param>
/// <param name="Unit">The value's unit; null where it has none.</param>
/// <param name="Source">Where the value comes from, such as <c>measured here</c>.</param>
public sealed record Evidence(string What, string Value, string? Unit, string Source);

/// <summary>Something to do about a finding.</summary>
/// <param name="Rank">1 is the one to try first.</param>
/// <param name="Action">What it does, in one line.</param>
/// <param name="Steps">The exact steps, by tool; any one tool is enough.</param>
/// <param name="Caveats">What to know before doing it.</param>
/// <param name="Verify">The command that shows whether it helped.</param>
public sealed record Remedy(int Rank, string Action, IReadOnlyList<RemedyStep> Steps, IReadOnlyList<string> Caveats, string Verify)
{
    /// <summary>The risk that a remedy's first line names: documents of every version have that line.</summary>
    public static RemedyRisk RiskOf(string action) => action switch
    {
        _ when action.StartsWith("Last resort", StringComparison.Ordinal) => RemedyRisk.LastResort,
        _ when Has(action, "no downtime") => RemedyRisk.None,
        _ when Has(action, "downtime") || Has(action, "(risk") || Has(action, "restart") => RemedyRisk.Downtime,
        _ => RemedyRisk.None,
    };

    private static bool Has(string action, string words) => action.Contains(words, StringComparison.OrdinalIgnoreCase);
}

/// <summary>The steps of a remedy with one tool.</summary>
/// <param name="Tool">The tool: vSphere Client, PowerCLI, govc, virsh, PowerShell...</param>
/// <param name="Text">What to do or type there.</param>
public sealed record RemedyStep(string Tool, string Text);

/// <summary>A source.</summary>
/// <param name="Title">What it is called.</param>
/// <param name="Locator">How to find it: an article number, a document's name and section.</param>
public sealed record Reference(string Title, string Locator)
{
    /// <summary>Its address in the web; null where it has none that is known to last, and not part of documents.</summary>
    [JsonIgnore]
    public string? Address => RuleText.AddressOf(this);
}

/// <summary>What a remedy puts at risk, the least first.</summary>
public enum RemedyRisk
{
    /// <summary>Nothing stops.</summary>
    None,

    /// <summary>A machine stops or restarts, or may stay down.</summary>
    Downtime,

    /// <summary>It trades a slow clock for one that may be wrong.</summary>
    LastResort,
}
