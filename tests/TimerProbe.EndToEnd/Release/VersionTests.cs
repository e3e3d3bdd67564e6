namespace TimerProbe.EndToEnd.Release;

/// <summary><c>.ci/version</c> on a repository of its own.</summary>
[Trait("Run", "all")]
public sealed class VersionTests
{
    [Theory]
    [InlineData("0.0.0-alpha.0", "commit")]
    [InlineData("0.0.0-alpha.0.2", "commit", "commit", "commit")]
    [InlineData("1.2.3", "commit", "tag v1.2.3")]
    [InlineData("1.2.4-alpha.0.2", "commit", "tag v1.2.3", "commit", "commit")]
    [InlineData("1.10.0", "commit", "tag v1.9.0", "commit", "tag v1.10.0")]
    [InlineData("2.0.0-beta.1", "commit", "tag v2.0.0-beta.1")]
    [InlineData("2.0.0-beta.1.1", "commit", "tag v2.0.0-beta.1", "commit")]
    [InlineData("0.0.0-alpha.0.1", "commit", "tag nightly", "tag vNext", "commit")]
    [InlineData("1.0.1-alpha.0.1", "commit", "tag v1.0.0", "commit", "tag nightly")]
    public async Task A_commit_has_the_version_of_its_last_tag_and_the_commits_since(string version, params string[] steps)
    {
        Needs.Program("git");
        using var folder = new TemporaryFolder();
        await GitAsync(folder, "init", "--quiet");
        foreach (var step in steps)
        {
            await GitAsync(folder, step == "commit" ? ["commit", "--quiet", "--allow-empty", "--message", "one more"] : step.Split(' '));
        }

        var result = await new ProgramRun("bash", [Repository.Path(".ci", "version")]) { WorkingDirectory = folder.Path }.RunAsync();
        Assert.Equal((0, version, ""), (result.ExitCode, result.Out.Trim(), result.Error));
    }

    private static async Task GitAsync(TemporaryFolder folder, params string[] arguments)
    {
        var git = new ProgramRun("git", ["-c", "user.name=tests", "-c", "user.email=tests@example.org", "-c", "commit.gpgsign=false", .. arguments]) { WorkingDirectory = folder.Path };
        await git.SucceedsAsync();
    }
}
