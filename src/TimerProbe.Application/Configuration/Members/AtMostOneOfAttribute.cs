namespace TimerProbe.Application.Configuration.Members;

/// <summary>Members of a section that cannot be used together; one that is false counts for none.</summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
internal sealed class AtMostOneOfAttribute(params string[] names) : Attribute
{
    public IReadOnlyList<string> Names => names;
}
