using System.ComponentModel.DataAnnotations;
using TimerProbe.Application.Configuration.Members;
using TimerProbe.Core.Problems;

namespace TimerProbe.Application.Configuration;

/// <summary>Something of a vCenter that cannot be read, which is known and accepted for a time.</summary>
public sealed record KnownGapSettings
{
    /// <summary>The name of the virtual machine, host, cluster, datacenter or folder that cannot be read, <c>*</c> and <c>?</c> as wildcards.</summary>
    public required string Subject { get; init; }

    /// <summary>The one kind of problem that is accepted; the subject may then be the server as well. Any about the subject when nothing is said.</summary>
    [AllowedValues("objectsIncomplete", "eventsUnread", "revertsUnread", "performanceUnread", "clustersUnread", "foldersUnread", "propertyUnknown", "filterUnmet", "valueRefused", "clockApart")]
    public string? Code { get; init; }

    /// <summary>Why it is accepted; reports show it.</summary>
    public required string Reason { get; init; }

    /// <summary>The last day, in UTC, on which it is accepted, such as 2027-01-31.</summary>
    [LastDay]
    public required DateOnly Expires { get; init; }

    /// <summary>The same for a scan.</summary>
    public KnownGap ToKnownGap() => new(Subject, Code, Reason, Expires);
}
