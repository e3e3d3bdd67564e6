using System.ComponentModel.DataAnnotations;

namespace TimerProbe.Cli.Tests.Options;

public sealed class ConfiguredWordsTests
{
    [Fact]
    public void The_severities_are_the_same() => Assert.Equal(FailOnOption.Values, Words<FileConfiguration>(nameof(FileConfiguration.FailOn)));

    [Fact]
    public void The_forms_of_a_scan_are_the_same() => Assert.Equal(DocumentForms.Scan.Formats, Words<ConfiguredOutput>(nameof(ConfiguredOutput.Format)));

    private static object?[] Words<TSection>(string member) => typeof(TSection).GetProperty(member)!.GetCustomAttribute<AllowedValuesAttribute>()!.Values;
}
