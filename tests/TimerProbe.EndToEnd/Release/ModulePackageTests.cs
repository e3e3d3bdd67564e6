namespace TimerProbe.EndToEnd.Release;

/// <summary>The module for PowerShell as a release gives it: in the archive, as a folder and as a package.</summary>
[Trait("Run", "all")]
public sealed class ModulePackageTests(PackedRelease release) : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task That_of_the_archive_runs_the_program_beside_it()
    {
        await new ProgramRun("tar", ["-xzf", await release.FileAsync("timerprobe-?.*-linux-x64.tar.gz"), "-C", _folder.Path]).SucceedsAsync();
        var top = Assert.Single(Directory.GetDirectories(_folder.Path));
        var said = await RunAsync($"Import-Module '{top}/powershell/TimerProbe'; & (Get-Module TimerProbe) {{ (Get-Item (Get-Program)).FullName }}; (Invoke-TimerProbeCheck).schema");
        Assert.Equal([$"{top}/timerprobe", "timerprobe.check/1"], said);
    }

    [Fact]
    public async Task The_folder_is_for_the_path_of_modules()
    {
        await ZipFile.ExtractToDirectoryAsync(await release.FileAsync("timerprobe-powershell-*.zip"), _folder.Path, Cancel);
        var version = (await new ProgramRun(TimerProbeProgram.SelfContained.FileName, ["--version"]).RunAsync()).Out.Trim().Split('-')[0];
        Assert.Equal([version, "8"], await RunAsync($"$env:PSModulePath = '{_folder.Path}'; (Get-Module -ListAvailable TimerProbe).Version.ToString(); (Get-Command -Module TimerProbe).Count"));
    }

    [Fact]
    public async Task The_package_is_installed_from_a_repository()
    {
        var packages = Path.GetDirectoryName(await release.FileAsync("powershell/*.nupkg"))!;
        Directory.CreateDirectory(_folder["saved"]);
        var said = await RunAsync($"""
            Register-PSResourceRepository -Name Local -Uri '{packages}' -Trusted
            (Find-PSResource TimerProbe -Repository Local -Prerelease).Name
            Save-PSResource TimerProbe -Repository Local -Prerelease -Path '{_folder["saved"]}'
            (Import-Module (Get-ChildItem '{_folder["saved"]}/TimerProbe/*/TimerProbe.psd1').FullName -PassThru).ExportedFunctions.Count
            """);
        Assert.Equal(["TimerProbe", "8"], said);
    }

    /// <summary>The lines that a PowerShell of its own says.</summary>
    private async Task<string[]> RunAsync(string script)
    {
        var result = await PesterRun.PowerShell("-Command", $"$ErrorActionPreference = 'Stop'; {script}").WithEnvironment("HOME", _folder.Path).SucceedsAsync();
        return result.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
