using TimerProbe.Core.Json;
using TimerProbe.Core.Names;
using TimerProbe.Core.Problems;

namespace TimerProbe.Core.Documents;

/// <summary>Problems under pseudonyms, by what each part of them is; no sentence is searched for names.</summary>
internal sealed class ProblemPseudonyms(Pseudonyms pseudonyms)
{
    /// <summary>Stands for what another program or a person said, which may name anything.</summary>
    public const string LeftOut = "(words left out)";

    // A release that wrote no data beside its sentences.
    private const string Untold = "something went wrong; the words for it were left out, since they may name things";

    /// <summary>The problem without names.</summary>
    public Problem Apply(Problem problem) => problem.With(Pseudonym);

    /// <summary>The sentence of a problem without names.</summary>
    /// <param name="problem">The problem; null when only its sentence is known.</param>
    public string Text(Problem? problem) => problem is null ? Untold : Apply(problem).Text;

    /// <summary>Problems and their sentences without names.</summary>
    /// <param name="sentences">The sentences.</param>
    /// <param name="details">The same as data; of another number, it is not the same.</param>
    public (IReadOnlyList<string> Sentences, IReadOnlyList<Problem> Details) Apply(
        IReadOnlyList<string> sentences, IReadOnlyList<Problem> details) =>
        sentences.Count == details.Count
            ? ([.. details.Select(Text)], [.. details.Select(Apply)])
            : ([.. sentences.Select(_ => Untold)], []);

    private string Pseudonym(ProblemArgument argument) => argument.Kind switch
    {
        ArgumentKind.Term => argument.Value,
        ArgumentKind.Words => LeftOut,
        ArgumentKind.Server => pseudonyms.Name(NameKind.Vcenter, argument.Value),
        ArgumentKind.VirtualMachine => pseudonyms.Name(NameKind.Vm, argument.Value),
        ArgumentKind.Folder => pseudonyms.Name(NameKind.Folder, argument.Value),
        _ => pseudonyms.Name(argument.Kind.ToDocumentName(), argument.Value),
    };
}
