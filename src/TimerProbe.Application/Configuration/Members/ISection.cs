namespace TimerProbe.Application.Configuration.Members;

/// <summary>A section whose values can each be right and still not go together.</summary>
internal interface ISection
{
    IEnumerable<SettingConflict> Misfits();
}

/// <summary>What does not go together with the rest of a section.</summary>
/// <param name="Path">A member of the section, or a value below one, such as
/// <c>outputs[1].file</c>; empty for the section as a whole.</param>
/// <param name="Message">What is wrong and what to do.</param>
internal readonly record struct SettingConflict(string Path, string Message);

/// <summary>Members of a section that cannot be used together; one that is false counts for none.</summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
internal sealed class AtMostOneOfAttribute(params string[] names) : Attribute
{
    public IReadOnlyList<string> Names => names;
}

[AttributeUsage(AttributeTargets.Property)]
internal sealed class NotEmptyAttribute : Attribute;
