namespace TimerProbe.Fleet.Store;

/// <summary>Who holds what only one process may have: a server to scan, or a store in a file to serve.</summary>
public sealed record LockHolder(string Machine, int ProcessId, string User, DateTimeOffset Since, string Command)
{
    public static LockHolder ThisProcess(string command, TimeProvider time) =>
        new(Environment.MachineName, Environment.ProcessId, Environment.UserName, time.GetUtcNow(), command);

    public override string ToString() =>
        $"process {ProcessId} of {User} on {Machine}, since {Since.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC ({Command})";

    /// <summary>A holder, null where it is not known, in words for the end of a sentence.</summary>
    public static string Words(LockHolder? holder) => holder?.ToString() ?? "a process that has not identified itself yet";

    internal static LockHolder? Read(string? json)
    {
        try
        {
            return json is null ? null : JsonSerializer.Deserialize(json, StoreJson.Default.LockHolder);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    internal string Write() => JsonSerializer.Serialize(this, StoreJson.Default.LockHolder);
}
