using System.Text.RegularExpressions;

namespace TimerProbe.SqlServer.Scripts;

/// <summary>A T-SQL text of the program, with variables written as sqlcmd does: <c>$(Object)</c>.</summary>
/// <param name="Name">Its folder and file, such as <c>workload/create-primality.15</c>.</param>
/// <param name="Text">Its text.</param>
public sealed partial record SqlScript(string Name, string Text)
{
    /// <summary>The names of the variables that still have no value.</summary>
    public IReadOnlyList<string> Variables =>
        [.. Variable().Matches(Text).Select(match => match.Groups["name"].Value).Distinct(StringComparer.Ordinal)];

    /// <summary>The batches to send.</summary>
    /// <exception cref="InvalidOperationException">A variable has no value.</exception>
    public IReadOnlyList<SqlBatch> Batches => Variables is [var missing, ..]
        ? throw new InvalidOperationException($"{Name} needs a value for {missing}.")
        : BatchSplitter.Split(Text);

    /// <summary>The same script with a value for a variable.</summary>
    /// <param name="variable">The variable's name.</param>
    /// <param name="value">A name made by the program: letters, digits, <c>_</c>, <c>#</c> and <c>.</c> only.</param>
    /// <exception cref="ArgumentException">The value is no such name.</exception>
    public SqlScript With(string variable, string value) => OwnName().IsMatch(value)
        ? this with { Text = Text.Replace($"$({variable})", value, StringComparison.Ordinal) }
        : throw new ArgumentException(
            "Only a name of the program's own goes into a script; everything else is a parameter.", nameof(value));

    [GeneratedRegex(@"\$\((?<name>[A-Za-z]+)\)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Variable();

    [GeneratedRegex(@"\A[A-Za-z0-9_#.]+\z", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex OwnName();
}
