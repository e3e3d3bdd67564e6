namespace TimerProbe.Server.Access;

/// <summary>Counts wrong tokens by address, to keep noise from the store and the audit trail: nobody guesses 256 bits.</summary>
internal sealed class FailedAttempts(TimeProvider time)
{
    public const int MaxAttempts = 20;

    private const int MaxAddresses = 10_000;
    private const int NetworkBytes = 8;

    public static readonly TimeSpan Window = TimeSpan.FromMinutes(1);

    private readonly ConcurrentDictionary<IPAddress, (int Count, long Since)> _attempts = [];

    public int Count => _attempts.Count;

    public TimeSpan? GetWait(IPAddress? address) =>
        _attempts.TryGetValue(GetKey(address), out var made)
        && made.Count >= MaxAttempts
        && Window - time.GetElapsedTime(made.Since) is { Ticks: > 0 } left
            ? left
            : null;

    public void Add(IPAddress? address)
    {
        if (_attempts.Count >= MaxAddresses)
        {
            Forget();
        }

        var now = time.GetTimestamp();
        _attempts.AddOrUpdate(
            GetKey(address),
            _ => (1, now),
            (_, made) => time.GetElapsedTime(made.Since) < Window ? (made.Count + 1, made.Since) : (1, now));
    }

    private void Forget()
    {
        foreach (var (address, made) in _attempts)
        {
            if (time.GetElapsedTime(made.Since) >= Window)
            {
                _attempts.TryRemove(address, out _);
            }
        }

        if (_attempts.Count >= MaxAddresses)
        {
            _attempts.Clear();
        }
    }

    private static IPAddress GetKey(IPAddress? address)
    {
        if (address is not { AddressFamily: AddressFamily.InterNetworkV6, IsIPv4MappedToIPv6: false })
        {
            return address?.MapToIPv4() ?? IPAddress.None;
        }

        var bytes = address.GetAddressBytes();
        bytes.AsSpan(NetworkBytes).Clear();
        return new IPAddress(bytes);
    }
}
