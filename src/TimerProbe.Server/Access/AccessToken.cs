using System.Buffers;
using System.Buffers.Text;

namespace TimerProbe.Server.Access;

/// <summary>
/// A token as its owner sends it: <c>tps_ID_SECRET</c>. The first part names it to people and to the store; the second holds 256
/// random bits, so that a plain SHA-256 of the whole is all that has to be saved.
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

    public bool Matches(ReadOnlySpan<byte> hash) => CryptographicOperations.FixedTimeEquals(Hash, hash);

    public override string ToString() => Id;
}
