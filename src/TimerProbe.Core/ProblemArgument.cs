namespace TimerProbe.Core;

/// <summary>A variable part of a problem's sentence.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Value">Its text in the sentence.</param>
public readonly record struct ProblemArgument(ArgumentKind Kind, string Value)
{
    /// <summary>An account.</summary>
    public static ProblemArgument Account(string name) => new(ArgumentKind.Account, name);

    /// <summary>A server as it was asked by.</summary>
    public static ProblemArgument Server(string name) => new(ArgumentKind.Server, name);

    /// <summary>A file or its path.</summary>
    public static ProblemArgument File(string path) => new(ArgumentKind.File, path);

    /// <summary>Something that somebody named and that is nothing of an inventory.</summary>
    public static ProblemArgument Name(string name) => new(ArgumentKind.Name, name);

    /// <summary>What another program said.</summary>
    public static ProblemArgument Words(string words) => new(ArgumentKind.Words, words);

    /// <summary>A term of a published interface.</summary>
    public static ProblemArgument Term(string term) => new(ArgumentKind.Term, term);

    /// <summary>A figure, as every culture reads it.</summary>
    public static ProblemArgument Term(FormattableString figure) => new(ArgumentKind.Term, figure.ToString());
}
