using System.Xml.Linq;

namespace TimerProbe.Architecture.Tests;

/// <summary>What docs/architecture.md says of the projects.</summary>
public sealed class ProjectTests
{
    [Theory]
    [InlineData("Application", "Core Files Fleet Guest SqlServer VSphere", "System.CommandLine")]
    [InlineData("Cli", "Application Reporting", "Spectre.Console")]
    [InlineData("Core", "", "")]
    [InlineData("Files", "", "")]
    [InlineData("Fleet", "Core Files", "MailKit Microsoft.Data.Sqlite.Core SQLitePCLRaw.bundle_e_sqlite3")]
    [InlineData("Fleet.Postgres", "Fleet", "Npgsql")]
    [InlineData("Guest", "Core", "")]
    [InlineData("Reporting", "Core", "SpreadCheetah")]
    [InlineData("Server", "Application Fleet.Postgres Reporting", "Microsoft.AspNetCore.Authentication.OpenIdConnect OpenTelemetry.Exporter.OpenTelemetryProtocol OpenTelemetry.Extensions.Hosting Quartz")]
    [InlineData("SqlServer", "Core", "Microsoft.Data.SqlClient")]
    [InlineData("VSphere", "Core Files", "")]
    public void A_project_depends_on_these_and_no_others(string project, string projects, string packages)
    {
        var file = Product.Project(project);
        Assert.Equal(projects, Included(file, "ProjectReference"));
        Assert.Equal(packages, Included(file, "PackageReference"));
    }

    [Fact]
    public void Every_project_is_among_them()
    {
        var told = typeof(ProjectTests).GetMethod(nameof(A_project_depends_on_these_and_no_others))!.GetCustomAttributes(inherit: false)
            .OfType<InlineDataAttribute>().Select(row => row.Data[0]);
        Assert.Equal(Product.Names, told);
    }

    [Fact]
    public void Only_Guest_may_be_unsafe() =>
        Assert.Equal(["Guest"], Product.Names.Where(name => Product.Project(name).Descendants("AllowUnsafeBlocks").Any()));

    [Fact]
    public void What_works_in_the_background_of_a_server_is_guarded_by_one_base() => Assert.Equal(
        ["NodePart"],
        Product.Compiled("Server").GetTypes().Where(type => type.BaseType?.Name == "BackgroundService").Select(type => type.Name));

    [Fact]
    [Trait("Takes", "seconds")]
    public void Only_the_standard_streams_and_the_terminal_touch_the_console() => Assert.Equal(
        ["TimerProbe.Application", "TimerProbe.Cli.Output"],
        Product.Names.SelectMany(name => Product.Compiled(name).GetTypes())
            .Where(type => TypeUses.Of(type).Any(used => used.FullName == "System.Console")).Select(type => type.Namespace).Distinct());

    private static string Included(XDocument project, string element) =>
        string.Join(' ', project.Descendants(element).Select(descendant => descendant.Attribute("Include")!.Value.Split('/')[^1].Replace(".csproj", "", StringComparison.Ordinal).Replace("TimerProbe.", "", StringComparison.Ordinal)).Order(StringComparer.OrdinalIgnoreCase));
}
