namespace TimerProbe.Core;

/// <summary>What a problem is about.</summary>
/// <param name="Kind">What that is.</param>
/// <param name="Name">Its name.</param>
public sealed record ProblemSubject(ProblemSubjectKind Kind, string Name)
{
    public static ProblemSubject Server(string name) => new(ProblemSubjectKind.Server, name);

    public static ProblemSubject File(string path) => new(ProblemSubjectKind.File, path);

    public override string ToString() => Name;
}
