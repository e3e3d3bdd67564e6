using System.Runtime.CompilerServices;

namespace TimerProbe.Architecture.Tests;

public sealed partial class SourceTests
{
    private const int MaxLine = 140;

    /// <summary>A sentence is not broken over lines, so that who searches for it finds it: a line may be longer by the text of its literals.</summary>
    [Fact]
    public void No_line_is_longer_than_140_characters_without_the_text_of_its_literals() => Assert.Equal([], Product.Sources("src").SelectMany(LongLines));

    [Fact]
    public void A_long_line_is_seen_and_the_text_of_a_literal_is_not_counted()
    {
        Assert.Equal(["made.cs:2"], LongLines("made.cs", ["var a = 1;", new string('x', MaxLine + 1), $"var b = \"{new string('x', MaxLine)}\";"]));
        Assert.Equal(["made.cs:4"], LongLines("made.cs", ["var a = \"\"\"", new string('x', MaxLine + 1), "\"\"\";", new string('y', MaxLine + 1)]));
    }

    /// <summary>Of one namespace a name may stand with and without type parameters.</summary>
    [Fact]
    public void No_name_of_a_type_stands_twice() => Assert.Equal([], Product.Names.SelectMany(name => Product.Compiled(name).GetTypes())
        .Where(type => !type.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false)
            && !type.Name.Contains('<', StringComparison.Ordinal) && type.Namespace?.StartsWith("TimerProbe", StringComparison.Ordinal) == true)
        .GroupBy(type => type.Name.Split('`')[0])
        .Where(same => same.Select(type => type.Namespace).Distinct().Count() > 1)
        .Select(same => $"{same.Key}: {string.Join(", ", same.Select(type => type.Namespace))}"));

    [Fact]
    public void A_type_that_is_long_or_named_by_many_has_a_file_of_its_name() =>
        Assert.Equal([], SourceTypes.Misplaced(Product.Sources("src").ToDictionary(file => file, File.ReadAllText)));

    [Fact]
    public void A_type_without_a_file_of_its_name_is_seen()
    {
        var sources = Enumerable.Range(0, 8).ToDictionary(number => $"user{number}.cs", _ => "Known.Do();");
        sources["Home.cs"] = $"class Home\n{{\n}}\n\ninternal enum Known {{ A }}\n\nrecord Long(\n{string.Join(",\n", Enumerable.Range(0, 39).Select(number => $"    int Member{number}"))});\n\nrecord Little(int A);\n";
        Assert.Equal(["Home.cs: Known", "Home.cs: Long"], SourceTypes.Misplaced(sources));
    }

    /// <summary>Those of the product stand in its project file.</summary>
    [Fact]
    public void No_source_repeats_a_using_of_the_product() =>
        Assert.Equal([], Product.Sources("src").Where(file => File.ReadLines(file).Any(line => line.StartsWith("using TimerProbe", StringComparison.Ordinal))));

    /// <summary>As `dotnet format` orders them: System first, then others by name, then those of static types, then aliases. No analyzer of the build looks at it.</summary>
    [Fact]
    public void Usings_stand_in_order() =>
        Assert.Equal([], Product.Sources("src").Concat(Product.Sources("tests")).Where(file => !AreInOrder(File.ReadAllText(file))));

    [Theory]
    [InlineData("using System;\nusing System.Text;\nusing Alpha;\nusing Alpha.B;\nusing AlphaB;\nusing static System.Math;\nusing Is = System.Int32;\n", true)]
    [InlineData("using System.Text;\nusing System;\n", false)]
    [InlineData("using Alpha;\nusing System;\n", false)]
    [InlineData("using AlphaB;\nusing Alpha.B;\n", false)]
    [InlineData("using static System.Math;\nusing System;\n", false)]
    [InlineData("using Is = System.Int32;\nusing Alpha;\n", false)]
    public void A_using_out_of_order_is_seen(string source, bool isInOrder) => Assert.Equal(isInOrder, AreInOrder(source));

    /// <summary>No analyzer of the build sees it.</summary>
    [Fact]
    public void No_member_is_named_by_way_of_this() => Assert.Equal(
        [], Product.Sources("src").Concat(Product.Sources("tests")).Where(file => File.ReadLines(file).Any(line => ThisMember().IsMatch(Literal().Replace(line, "")))));

    /// <summary>A noun has both its forms in <see cref="Core.Noun"/>, which the compiler asks for: no output adds an s, or chooses between words.</summary>
    [Fact]
    public void No_plural_is_made_by_hand() =>
        Assert.Equal([], Product.Sources("src").SelectMany(file => File.ReadLines(file).Where(IsPlural).Select(line => $"{file}: {line.Trim()}")));

    [Theory]
    [InlineData("""$"{count} host{(count == 1 ? "" : "s")}" """, true)]
    [InlineData("""$"{count} {(count == 1 ? "host" : "hosts")}" """, true)]
    [InlineData("""count == 1 ? "VM is" : "VMs are" """, true)]
    [InlineData("""$"decide{(guests == 1 ? "s" : "")}" """, true)]
    [InlineData("""Counted.Agree(count, "host", "hosts")""", true)]
    [InlineData("""count > 1 ? "runs" : "run" """, true)]
    [InlineData("""Counted.Agree(count, "needs", "need")""", false)]
    [InlineData("""count == 1 ? "the receiver" : "every receiver" """, false)]
    [InlineData("""name.Length == 1 ? "..." : "" """, false)]
    public void A_plural_that_is_made_by_hand_is_seen(string source, bool isPlural) => Assert.Equal(isPlural, IsPlural(source));

    private static bool IsPlural(string line) => Choice().Matches(line).Any(choice =>
    {
        var (one, many, isOfVerb) = (choice.Groups["one"].Value.Split(' ')[0], choice.Groups["many"].Value.Split(' ')[0], choice.Groups["agree"].Success);
        return many == one + "s" || many == one + "es" || (!isOfVerb && one == many + "s");
    });

    private static bool AreInOrder(string source)
    {
        List<string> keys = [.. Using().Matches(source).Select(Key)];
        return keys.SequenceEqual(keys.Order(StringComparer.OrdinalIgnoreCase));

        static string Key(Match line)
        {
            var (alias, name) = (line.Groups["alias"], line.Groups["name"].Value);
            var kind = alias.Success ? 2 : line.Groups["static"].Success ? 1 : 0;
            var isSystem = !alias.Success && (name == "System" || name.StartsWith("System.", StringComparison.Ordinal));
            // A part of a name ends before any character of it.
            return $"{kind}{(isSystem ? 0 : 1)}{(alias.Success ? alias.Value : name.Replace('.', '\0'))}";
        }
    }

    private static IEnumerable<string> LongLines(string file) => LongLines(Path.GetRelativePath(Repository.Path("src"), file), File.ReadLines(file));

    private static IEnumerable<string> LongLines(string file, IEnumerable<string> lines)
    {
        var (number, isRaw) = (0, false);
        foreach (var line in lines)
        {
            number++;
            if (!isRaw && line.Length > MaxLine && Literal().Replace(line, "").Length > MaxLine)
            {
                yield return $"{file}:{number}";
            }

            isRaw ^= line.Split("\"\"\"").Length % 2 == 0;
        }
    }

    [GeneratedRegex("""((==|>|!=|is) 1 \? |(?<agree>Agree\([^"]*))"(?<one>[^"]*)"( : |, )"(?<many>[^"]*)"(?!\p{L})""", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Choice();

    [GeneratedRegex(@"^using (?<static>static )?((?<alias>\w+) = )?(?<name>[^\s;]+);\r?$", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Using();

    [GeneratedRegex(@"\bthis\.\w", RegexOptions.NonBacktracking)]
    private static partial Regex ThisMember();

    [GeneratedRegex("""
        "(\\.|[^"\\])*"
        """, RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex Literal();
}
