using System.Buffers;
using System.Buffers.Text;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;

namespace TimerProbe.Server.Access;

/// <summary>Looks at tokens that come from outside, and no longer at new ones from an address that showed too many wrong ones.</summary>
internal sealed class TokenCheck(KnownTokens tokens, FailedAttempts failed)
{
    /// <returns>A good token, none, or how long to wait before the next try: then this one was not looked at.</returns>
    /// <exception cref="Fleet.Store.StoreException">The store cannot be asked.</exception>
    public async Task<(ServerToken? Token, TimeSpan? Wait)> LookAtAsync(string text, IPAddress? from, CancellationToken cancel)
    {
        if (failed.WaitOf(from) is { } wait && !tokens.HasSeen(text))
        {
            return (null, wait);
        }

        var token = await tokens.FindAsync(text, goesOn: false, cancel);
        if (token is null)
        {
            failed.Add(from);
        }

        return (token, null);
    }
}

/// <summary>
/// Counts wrong tokens by the address they came from. Nobody guesses 256 bits: this keeps noise from the store and the audit trail.
/// </summary>
internal sealed class FailedAttempts(TimeProvider time)
{
    /// <summary>How many an address may make within <see cref="Window"/>.</summary>
    public const int Most = 20;

    private const int MostAddresses = 10_000;
    private const int NetworkBytes = 8;

    public static readonly TimeSpan Window = TimeSpan.FromMinutes(1);

    private readonly ConcurrentDictionary<IPAddress, Attempts> _attempts = [];

    public int Count => _attempts.Count;

    /// <summary>Null for an address that need not wait.</summary>
    public TimeSpan? WaitOf(IPAddress? address) =>
        _attempts.TryGetValue(KeyOf(address), out var made)
        && made.Count >= Most
        && Window - time.GetElapsedTime(made.Since) is { Ticks: > 0 } left
            ? left
            : null;

    public void Add(IPAddress? address)
    {
        if (_attempts.Count >= MostAddresses)
        {
            Forget();
        }

        var now = time.GetTimestamp();
        _attempts.AddOrUpdate(
            KeyOf(address),
            _ => new Attempts(1, now),
            (_, made) => time.GetElapsedTime(made.Since) < Window ? made with { Count = made.Count + 1 } : new Attempts(1, now));
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

        if (_attempts.Count >= MostAddresses)
        {
            _attempts.Clear();
        }
    }

    /// <summary>An IPv6 client has a network of addresses: it counts as one.</summary>
    private static IPAddress KeyOf(IPAddress? address)
    {
        if (address is not { AddressFamily: AddressFamily.InterNetworkV6, IsIPv4MappedToIPv6: false })
        {
            return address?.MapToIPv4() ?? IPAddress.None;
        }

        var bytes = address.GetAddressBytes();
        bytes.AsSpan(NetworkBytes).Clear();
        return new IPAddress(bytes);
    }

    private readonly record struct Attempts(int Count, long Since);
}

/// <summary>
/// A token as its owner sends it: <c>tps_ID_SECRET</c>. The first part names it to people and to the store; the
/// second holds 256 random bits, so that a plain SHA-256 of the whole is all that has to be saved.
/// </summary>
internal sealed class AccessToken
{
    private const string Prefix = "tps_";
    private const int SecretBytes = 32;
    private const int IdBytes = 6;

    private static readonly SearchValues<char> IdDigits = SearchValues.Create("0123456789abcdef");

    private AccessToken(string id, string text) => (Id, Text) = (id, text);

    /// <summary>12 hexadecimal digits.</summary>
    public string Id { get; }

    /// <summary>The whole token: a secret.</summary>
    public string Text { get; }

    public byte[] Hash => SHA256.HashData(Encoding.UTF8.GetBytes(Text));

    public static AccessToken New()
    {
        var id = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(IdBytes));
        return new AccessToken(id, $"{Prefix}{id}_{Base64Url.EncodeToString(RandomNumberGenerator.GetBytes(SecretBytes))}");
    }

    public static AccessToken? Parse(string text)
    {
        var idEnd = Prefix.Length + (2 * IdBytes);
        return text.Length == idEnd + 1 + Base64Url.GetEncodedLength(SecretBytes)
            && text.StartsWith(Prefix, StringComparison.Ordinal)
            && text[idEnd] == '_'
            && text.AsSpan(Prefix.Length, 2 * IdBytes).IndexOfAnyExcept(IdDigits) < 0
            ? new AccessToken(text[Prefix.Length..idEnd], text)
            : null;
    }

    /// <summary>Takes the same time for every hash, so that nobody finds it out by parts.</summary>
    public bool Matches(ReadOnlySpan<byte> hash) => CryptographicOperations.FixedTimeEquals(Hash, hash);

    /// <summary>Not the secret: this may be logged.</summary>
    public override string ToString() => Id;
}
