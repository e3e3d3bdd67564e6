using System.Globalization;

namespace TimerProbe.Core.Problems;

/// <summary>A variable part of a problem's sentence.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Value">What stands in the sentence.</param>
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
    public static ProblemArgument Term(FormattableString figure) => new(ArgumentKind.Term, figure.ToString(CultureInfo.InvariantCulture));
}

/// <summary>What a variable part of a problem's sentence is, and so whether a pseudonym takes its place.</summary>
public enum ArgumentKind
{
    /// <summary>An account: a name.</summary>
    Account,

    /// <summary>A server as it was asked by, its port included: a name.</summary>
    Server,

    /// <summary>A virtual machine: a name.</summary>
    VirtualMachine,

    /// <summary>A host: a name.</summary>
    Host,

    /// <summary>A cluster: a name.</summary>
    Cluster,

    /// <summary>A datacenter: a name.</summary>
    Datacenter,

    /// <summary>A folder of an inventory, or its path: a name.</summary>
    Folder,

    /// <summary>A file or its path: a name.</summary>
    File,

    /// <summary>Anything else that somebody named: the issuer of a certificate, a filter.</summary>
    Name,

    /// <summary>What another program or a server said, in words of its own that may name anything.</summary>
    Words,

    /// <summary>A term of a published interface or a figure, which tells nothing of who uses it.</summary>
    Term,
}

/// <summary>The first of several names, each a part of its own, and how many more there are.</summary>
/// <param name="Kind">What they are names of.</param>
/// <param name="Names">The names; a sentence shows five.</param>
/// <param name="Total">How many there are, those not at hand included.</param>
public readonly record struct NamesShown(ArgumentKind Kind, IEnumerable<string> Names, int Total)
{
    /// <summary>How many names a sentence has at most.</summary>
    public const int Most = 5;
}
