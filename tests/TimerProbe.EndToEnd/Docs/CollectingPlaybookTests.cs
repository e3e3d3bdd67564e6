namespace TimerProbe.EndToEnd.Docs;

/// <summary>
/// The playbook of docs/collecting.md, run by Ansible against this machine with the program for Linux. The modules for Windows are stand-ins
/// with the options that the real ones document (tests/lab/ansible-windows).
/// </summary>
[Trait("Run", "all")]
public sealed class CollectingPlaybookTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Theory]
    [InlineData("windows")]
    [InlineData("linux")]
    public async Task Every_host_gives_a_document_under_its_name_and_nothing_is_left_on_it(string group)
    {
        Needs.Program("ansible-playbook");
        Needs.SelfContained();
        var result = await RunAsync(group, TimerProbeProgram.SelfContained.FileName);
        Assert.True(result.ExitCode == 0, result.Out + result.Error);
        Assert.Equal(["first.json", "second.json"], Directory.GetFiles(_folder["guest-results"])
            .Select(file => Path.GetFileName(file)!).Order(StringComparer.Ordinal));
        foreach (var file in Directory.GetFiles(_folder["guest-results"]))
        {
            var json = await File.ReadAllTextAsync(file, Cancel);
            await DocumentSchema.AssertValidAsync(json, "timerprobe.check.1.json");
            Assert.NotEqual(Guid.Empty, DocumentJson.Read<CheckDocument>(json).Id);
        }

        Assert.Empty(Directory.GetFileSystemEntries(_folder["guest"]));
    }

    [Theory]
    [InlineData("windows")]
    [InlineData("linux")]
    public async Task A_host_where_it_fails_is_named_and_left_clean(string group)
    {
        Needs.Program("ansible-playbook");
        var result = await RunAsync(group, "/bin/false");
        Assert.NotEqual(0, result.ExitCode);
        Assert.Contains("failed=1", result.Out, StringComparison.Ordinal);
        Assert.False(Directory.Exists(_folder["guest-results"]));
        Assert.Empty(Directory.GetFileSystemEntries(_folder["guest"]));
    }

    public void Dispose() => _folder.Dispose();

    private async Task<ProgramResult> RunAsync(string group, string program)
    {
        var inventory = _folder["inventory.ini"];
        var guest = Directory.CreateDirectory(_folder["guest"]).FullName;
        await File.WriteAllTextAsync(
            inventory,
            $"""
            [{group}]
            first
            second
            [all:vars]
            ansible_connection=local
            ansible_become=false
            ansible_python_interpreter=/usr/bin/python3

            """,
            Cancel);

        var run = new ProgramRun("ansible-playbook", ["-i", inventory, Repository.Path("docs", "samples", "collecting", "collect.playbook.yml")]) { WorkingDirectory = _folder.Path };
        return await run
            .With("-e", $"windows_program={program}", "-e", $"linux_program={program}", "-e", $"linux_folder={guest}")
            .WithEnvironment("PWD", _folder.Path)
            .WithEnvironment("TMPDIR", guest)
            .WithEnvironment("ANSIBLE_HOME", _folder["ansible"])
            .WithEnvironment("ANSIBLE_LOCAL_TEMP", _folder["ansible/local"])
            .WithEnvironment("ANSIBLE_REMOTE_TEMP", _folder["ansible/remote"])
            .WithEnvironment("ANSIBLE_COLLECTIONS_PATH", Repository.Path("tests", "lab", "ansible-windows")).WithEnvironment("ANSIBLE_NOCOWS", "1").RunAsync();
    }
}
