namespace TimerProbe.Architecture.Tests;

public sealed class RegexTests
{
    /// <summary>The limit counts the time of the clock: a program that gets no processor for a second has matched nothing for too long.</summary>
    [Fact]
    public void No_match_is_given_up_because_the_machine_is_busy() => Assert.Equal([], Product.Names.SelectMany(name => Product.Compiled(name).GetTypes())
        .SelectMany(type => type.GetMethods(BindingFlags.DeclaredOnly | BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
        .Where(method => method.GetCustomAttribute<GeneratedRegexAttribute>() is { MatchTimeoutMilliseconds: > 0 and < 60_000 })
        .Select(method => $"{method.DeclaringType}.{method.Name}"));
}
