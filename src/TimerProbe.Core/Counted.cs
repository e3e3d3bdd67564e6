namespace TimerProbe.Core;

/// <summary>Numbers, the same in every culture.</summary>
public static class Counted
{
    /// <summary>A number in groups of three digits: <c>1,024</c>.</summary>
    public static string Number(double number) => number.ToString("#,0", CultureInfo.InvariantCulture);

    /// <summary>A number with its noun: <c>1 host</c>, <c>1,024 hosts</c>.</summary>
    public static string Of(long count, Noun noun) => $"{Number(count)} {noun.For(count)}";

    /// <summary>The form of a word that agrees with a number: <c>is</c>, <c>are</c>.</summary>
    public static string Agree(long count, string one = "is", string many = "are") => count == 1 ? one : many;

    /// <summary>A number with what is so of it, as a part of a sentence: <c>2 are stale</c>; empty for none.</summary>
    public static string Part(int count, string what) => count == 0 ? "" : $"{Number(count)} {what}";
}
