namespace TimerProbe.EndToEnd.Config;

/// <summary>A folder with a configuration file and what it names, and the program run on it.</summary>
internal sealed class ConfigurationFolder : TemporaryFolder
{
    public ConfigurationFolder(SimulatedVCenter? vcenter = null)
    {
        if (vcenter is not null)
        {
            Write("pw", vcenter.Password + "\n", UnixFileMode.UserRead | UnixFileMode.UserWrite);
            File.Copy(vcenter.CaFile, this["ca.pem"]);
        }
    }

    public void Configure(string text) => Write("timerprobe.json", text);

    /// <summary>An entry of vcenters with the right login.</summary>
    public static string Entry(SimulatedVCenter vcenter, string more = "") =>
        $$"""{ "server": "{{vcenter.Server}}", "user": "{{vcenter.User}}", "passwordFile": "pw", "caFile": "ca.pem"{{more}} }""";

    public static string Flat(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    public ProgramRun Program(params IEnumerable<string> arguments) => TimerProbeProgram.InProcess.With(arguments)
        .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", null).WithEnvironment("TIMERPROBE_CONFIG", null);

    public ProgramRun Scan(params IEnumerable<string> arguments) => Program("scan", "--config", this["timerprobe.json"]).With(arguments);

    public ProgramRun Check(params IEnumerable<string> arguments) => Program("config", "check", "--config", this["timerprobe.json"]).With(arguments);
}
