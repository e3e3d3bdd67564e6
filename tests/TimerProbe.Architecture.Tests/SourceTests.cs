using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using TimerProbe.Architecture.Tests.Reading;

namespace TimerProbe.Architecture.Tests;

public sealed partial class SourceTests
{
    private const int LongestLine = 140;

    /// <summary>A sentence is not broken over lines, so that who searches for it finds it: a line may be longer by the text of its literals.</summary>
    [Fact]
    public void No_line_is_longer_than_140_characters_without_the_text_of_its_literals() => Assert.Equal([], Sources().SelectMany(LongLines));

    [Fact]
    public void A_long_line_is_seen_and_the_text_of_a_literal_is_not_counted()
    {
        Assert.Equal(["made.cs:2"], LongLines("made.cs", ["var a = 1;", new string('x', LongestLine + 1), $"var b = \"{new string('x', LongestLine)}\";"]));
        Assert.Equal(["made.cs:4"], LongLines("made.cs", ["var a = \"\"\"", new string('x', LongestLine + 1), "\"\"\";", new string('y', LongestLine + 1)]));
    }

    /// <summary>Of one namespace a name may stand with and without type parameters.</summary>
    [Fact]
    public void No_name_of_a_type_stands_twice() => Assert.Equal([], Product.Names.SelectMany(name => Product.Compiled(name).GetTypes())
        .Where(type => !type.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false) && !type.Name.Contains('<', StringComparison.Ordinal) && type.Namespace?.StartsWith("TimerProbe", StringComparison.Ordinal) == true)
        .GroupBy(type => type.Name.Split('`')[0], StringComparer.Ordinal)
        .Where(same => same.Select(type => type.Namespace).Distinct().Count() > 1)
        .Select(same => $"{same.Key}: {string.Join(", ", same.Select(type => type.Namespace))}"));

    private static IEnumerable<string> Sources() => Directory.EnumerateFiles(Repository.Path("src"), "*.cs", SearchOption.AllDirectories)
        .Where(file => !Path.GetRelativePath(Repository.Path("src"), file).Split(Path.DirectorySeparatorChar).Any(part => part is "obj" or "bin"));

    private static IEnumerable<string> LongLines(string file) => LongLines(Path.GetRelativePath(Repository.Path("src"), file), File.ReadLines(file));

    private static IEnumerable<string> LongLines(string file, IEnumerable<string> lines)
    {
        var (number, isRaw) = (0, false);
        foreach (var line in lines)
        {
            number++;
            if (!isRaw && line.Length > LongestLine && Literal().Replace(line, "").Length > LongestLine)
            {
                yield return $"{file}:{number}";
            }

            isRaw ^= line.Split("\"\"\"").Length % 2 == 0;
        }
    }

    [GeneratedRegex("""
        "(\\.|[^"\\])*"
        """, RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex Literal();
}
