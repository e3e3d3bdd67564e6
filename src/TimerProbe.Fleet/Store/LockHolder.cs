using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace TimerProbe.Fleet.Store;

/// <summary>Who holds what only one process may have: a server to scan, or a store in a file to serve.</summary>
/// <param name="Machine">The machine's name.</param>
/// <param name="ProcessId">The process there.</param>
/// <param name="User">The account it runs as.</param>
/// <param name="Since">Since when.</param>
/// <param name="Command">What it does, such as <c>timerprobe scan --config fleet.json</c>; without secrets.</param>
public sealed record LockHolder(string Machine, int ProcessId, string User, DateTimeOffset Since, string Command)
{
    /// <summary>This process, with what it does; without secrets.</summary>
    public static LockHolder ThisProcess(string command, TimeProvider time) =>
        new(Environment.MachineName, Environment.ProcessId, Environment.UserName, time.GetUtcNow(), command);

    /// <summary>The holder in words, for the end of a sentence.</summary>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"process {ProcessId} of {User} on {Machine}, since {Since.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC ({Command})");

    /// <summary>A holder, null where it is not known, in words for the end of a sentence.</summary>
    public static string Words(LockHolder? holder) => holder?.ToString() ?? "a process that has not identified itself yet";

    internal static LockHolder? Read(string? json)
    {
        try
        {
            return json is null ? null : JsonSerializer.Deserialize(json, LockHolderJson.Default.LockHolder);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    internal string Write() => JsonSerializer.Serialize(this, LockHolderJson.Default.LockHolder);
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(LockHolder))]
internal sealed partial class LockHolderJson : JsonSerializerContext;

/// <summary>
/// The servers that one scan has for itself in a store, so that no two scans of one overlap. They are held
/// until disposed and die with their process, however that ends: each is an operating system's lock on a file
/// beside the store, or an advisory lock of a session in PostgreSQL.
/// </summary>
public abstract class ScanClaims : IAsyncDisposable
{
    private protected ScanClaims(IEnumerable<string> own, IEnumerable<KeyValuePair<string, LockHolder?>> others, string? token) =>
        (Own, Others, Token) = ([.. own], new Dictionary<string, LockHolder?>(others, StringComparer.OrdinalIgnoreCase), token);

    /// <summary>The servers asked for that another scan holds, in any case of letters; null where its holder is not known yet.</summary>
    public IReadOnlyDictionary<string, LockHolder?> Others { get; }

    /// <summary>Lets them go.</summary>
    public abstract ValueTask DisposeAsync();

    /// <summary>What servers are claimed by: their names as they are asked by, in small letters and each once, in one order.</summary>
    internal static IReadOnlyList<string> NamesOf(IEnumerable<string> servers) =>
        [.. servers.Select(server => server.ToLowerInvariant()).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];

    internal IReadOnlyList<string> Own { get; }

    /// <summary>
    /// What stands in the store beside each server for as long as nobody else has claimed it;
    /// null where a claim is as lasting as the process that holds it.
    /// </summary>
    internal string? Token { get; }
}
