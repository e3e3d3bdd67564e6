namespace TimerProbe.Application.Scanning;

/// <summary>
/// The certificates that one person has trusted, by server: a small file in the configuration folder of that person, which
/// nobody else may write. What is wrong with it as a whole is trusted in no part.
/// </summary>
internal sealed class TrustedServers(string file)
{
    private const string Servers = "servers";
    private const UnixFileMode WritableByOthers = UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;

    private static readonly JsonTypeInfo<Dictionary<string, SortedDictionary<string, string>>> Json =
        TrustedServersJson.Default.DictionaryStringSortedDictionaryStringString;

    public string File { get; } = file;

    /// <summary>Those of the present user: below <c>XDG_CONFIG_HOME</c> or <c>~/.config</c>, on Windows <c>%APPDATA%</c>.</summary>
    public static TrustedServers OfThisUser() => new(Path.Combine(
        Environment.GetFolderPath(Environment.SpecialFolder.ApplicationData, Environment.SpecialFolderOption.DoNotVerify),
        "timerprobe",
        "trusted-servers.json"));

    /// <summary>The SHA-256 thumbprint that is trusted for a server; null for none.</summary>
    /// <exception cref="FileRefusedException">The file cannot be read, or is not to be trusted.</exception>
    public string? GetThumbprint(VSphereServer server, CancellationToken cancellationToken) =>
        Read(cancellationToken).GetValueOrDefault(Key(server));

    /// <summary>Trusts a certificate for a server from now on, in place of another one.</summary>
    /// <exception cref="IOException">The consent cannot be saved.</exception>
    /// <exception cref="UnauthorizedAccessException">This account may not save it.</exception>
    public void Trust(VSphereServer server, string thumbprint, CancellationToken cancellationToken)
    {
        var servers = Read(cancellationToken);
        servers[Key(server)] = thumbprint;
        MakeFolder();
        using var replaced = new ReplacedFile(File, NewFileMode.Personal);
        JsonSerializer.Serialize(replaced.Stream, new() { [Servers] = servers }, Json);
        replaced.Commit(FileLimits.RetryFor);
    }

    private static string Key(VSphereServer server) => $"{server.Host.ToLowerInvariant()}:{server.Port}";

    private SortedDictionary<string, string> Read(CancellationToken cancellationToken)
    {
        if (!Path.IsPathFullyQualified(File))
        {
            throw new FileRefusedException("this user has no configuration folder");
        }

        if (!Path.Exists(File))
        {
            return new(StringComparer.Ordinal);
        }

        try
        {
            return ExternalFile.Answered(ReadNow, cancellationToken);
        }
        catch (JsonException ex)
        {
            var line = (ex.LineNumber ?? 0) + 1;
            throw new FileRefusedException($"it is not understood near line {line}: fix it or remove it", ex);
        }
        catch (VSphereException ex)
        {
            throw new FileRefusedException($"{ex.Message}; fix it or remove it", ex);
        }

        SortedDictionary<string, string> ReadNow()
        {
            using var opened = ExternalFile.Open(File);
            if (!OperatingSystem.IsWindows() && (System.IO.File.GetUnixFileMode(opened) & WritableByOthers) != UnixFileMode.None)
            {
                throw new FileRefusedException($"others may write it: check what it holds, then run chmod 600 '{File}'");
            }

            var json = ExternalText.ToUtf8(ExternalFile.Read(opened, FileLimits.TrustedServers, cancellationToken));
            if (JsonSerializer.Deserialize(json.Span, Json) is not { Count: 1 } text || text.GetValueOrDefault(Servers) is not { } servers)
            {
                throw new JsonException($"it takes {Servers} and nothing else");
            }

            foreach (var thumbprint in servers.Values)
            {
                _ = ServerTrust.Pinned(thumbprint ?? "");
            }

            return new(servers, StringComparer.Ordinal);
        }
    }

    private void MakeFolder()
    {
        var folder = Path.GetDirectoryName(File)!;
        _ = OperatingSystem.IsWindows()
            ? Directory.CreateDirectory(folder)
            : Directory.CreateDirectory(folder, NewFileMode.Personal | UnixFileMode.UserExecute);
    }
}

[JsonSourceGenerationOptions(WriteIndented = true, AllowDuplicateProperties = false)]
[JsonSerializable(typeof(Dictionary<string, SortedDictionary<string, string>>))]
internal sealed partial class TrustedServersJson : JsonSerializerContext;
