namespace TimerProbe.Core;

/// <summary>A variable part of a problem's sentence.</summary>
public readonly record struct ProblemArgument(ArgumentKind Kind, string Value)
{
    public static ProblemArgument Account(string name) => new(ArgumentKind.Account, name);

    public static ProblemArgument Server(string name) => new(ArgumentKind.Server, name);

    public static ProblemArgument File(string path) => new(ArgumentKind.File, path);

    public static ProblemArgument Name(string name) => new(ArgumentKind.Name, name);

    public static ProblemArgument Words(string words) => new(ArgumentKind.Words, words);

    public static ProblemArgument Term(string term) => new(ArgumentKind.Term, term);

    public static ProblemArgument Term(FormattableString figure) => new(ArgumentKind.Term, figure.ToString());
}
