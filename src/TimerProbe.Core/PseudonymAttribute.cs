namespace TimerProbe.Core;

/// <summary>Marks a text, or a list of texts, that names something of the user's: <c>--anonymize</c> puts a pseudonym there.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class PseudonymAttribute(NameKind kind) : Attribute
{
    public NameKind Kind => kind;
}

/// <summary>Marks a sentence, or a list of them, which <c>--anonymize</c> words again from the same as data.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class SentenceAttribute(string? details = null) : Attribute
{
    /// <summary>The member with the same as data; null where there is none, so that no sentence can be worded.</summary>
    public string? Details => details;

    public bool OwnWords { get; init; }
}

/// <summary>A record with a member that says what another names.</summary>
internal interface INamedByKind
{
    /// <summary>What a member names; null when it names nothing of the program's user.</summary>
    NameKind? GetKind(string member);
}
