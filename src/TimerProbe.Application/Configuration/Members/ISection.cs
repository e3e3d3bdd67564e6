namespace TimerProbe.Application.Configuration.Members;

/// <summary>A section whose values can each be right and still not go together.</summary>
internal interface ISection
{
    /// <summary>
    /// What does not go together: a member of the section, or a value below one, such as <c>outputs[1].file</c>, empty for the
    /// section as a whole; and what is wrong and what to do.
    /// </summary>
    IEnumerable<(string Path, string Message)> Validate();
}

/// <summary>Members of a section that cannot be used together; one that is false does not count.</summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
internal sealed class AtMostOneOfAttribute(params string[] names) : Attribute
{
    public IReadOnlyList<string> Names => names;
}

[AttributeUsage(AttributeTargets.Property)]
internal sealed class NotEmptyAttribute : Attribute;
