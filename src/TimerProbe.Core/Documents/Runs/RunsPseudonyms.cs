namespace TimerProbe.Core.Documents;

/// <summary>The runs of a store, each subject under the pseudonym that its document gives it.</summary>
internal sealed class RunsPseudonyms(Pseudonyms pseudonyms)
{
    public RunsDocument Apply(RunsDocument runs) =>
        runs with { Runs = [.. runs.Runs.Select(run => run with { Subject = SubjectOf(run.Kind, run.Subject) })] };

    private string SubjectOf(string kind, string subject) => kind switch
    {
        "check" => pseudonyms.Guest(subject),
        "sql" => new SqlPseudonyms(pseudonyms).NameOf(subject),
        "scan" => string.Join(", ", subject.Split(", ").Select(pseudonyms.Server)),
        _ => pseudonyms.Name("name", subject),
    };
}
