using System.Buffers.Text;

namespace TimerProbe.Server.Tests.Running;

/// <summary>ID tokens made of one that a provider signed, by somebody who has its public key and not its own.</summary>
internal sealed class Forgeries(RSAParameters known)
{
    public IEnumerable<(string What, Func<string, string> Forge)> All =>
    [
        .. from alg in (string[])["none", "NONE", ""]
           from signature in (string[])["", "AA"]
           from changed in (bool[])[false, true]
           select ($"alg {alg}, signature '{signature}', changed {changed}", Of(parts => $"{Header(parts, "alg", alg)}.{Body(parts, changed)}.{signature}")),
        .. from key in (string[])["modulus", "secret", "pem"]
           select ($"HS256 with {key}", Of(parts => Signed(
               $"{Header(parts, "alg", "HS256")}.{Body(parts, changed: true)}", text => HMACSHA256.HashData(Key(key), text)))),
        .. from member in (string[])["jwk", "jku", "x5u", "kid"]
           select ($"{member} of another key", Of(parts => Signed(
               $"{Header(parts, member, "https://elsewhere.example.org/keys")}.{Body(parts, changed: true)}", ByAnother))),
        ("without a key id, of another key", Of(parts => Signed($"{Header(parts, "kid", null)}.{Body(parts, changed: true)}", ByAnother))),
        ("changed", Of(parts => $"{parts[0]}.{Body(parts, changed: true)}.{parts[2]}")),
        ("without its signature", Of(parts => $"{parts[0]}.{parts[1]}.")),
        ("of two parts", Of(parts => $"{parts[0]}.{parts[1]}")),
        ("cut", Of(parts => $"{parts[0]}.{parts[1]}.{parts[2][..20]}")),
        ("of four parts", Of(parts => string.Join('.', [.. parts, parts[2]]))),
        ("encrypted, as it says", Of(parts => $"{Header(parts, "alg", "RSA-OAEP")}.{parts[1]}.{parts[2]}.{parts[2]}.{parts[2]}")),
        ("of another type", Of(parts => $"{Header(parts, "typ", "at+jwt")}.{parts[1]}.{parts[2]}")),
        ("no token", _ => "no token"),
        ("empty", _ => ""),
        ("no JSON", Of(parts => $"{Text("{")}.{parts[1]}.{parts[2]}")),
        ("no claims", Of(parts => $"{parts[0]}.{Text("[]")}.{parts[2]}")),
        ("very long", _ => new string('a', 300_000)),
    ];

    private static Func<string, string> Of(Func<string[], string> forge) => token => forge(token.Split('.'));

    private static string Header(string[] parts, string member, string? value)
    {
        var header = JsonNode.Parse(Base64Url.DecodeFromChars(parts[0]))!;
        header[member] = value;
        return Text(header.ToJsonString());
    }

    private static string Body(string[] parts, bool changed)
    {
        var claims = JsonNode.Parse(Base64Url.DecodeFromChars(parts[1]))!;
        claims["preferred_username"] = changed ? "jane@example.org " : "jane@example.org";
        return changed ? Text(claims.ToJsonString()) : parts[1];
    }

    private static string Signed(string text, Func<byte[], byte[]> sign) => $"{text}.{Base64Url.EncodeToString(sign(Encoding.ASCII.GetBytes(text)))}";

    private static string Text(string text) => Base64Url.EncodeToString(Encoding.UTF8.GetBytes(text));

    private static byte[] ByAnother(byte[] text)
    {
        using var rsa = RSA.Create(2048);
        return rsa.SignData(text, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
    }

    private byte[] Key(string name)
    {
        using var rsa = RSA.Create(known);
        return name switch
        {
            "modulus" => known.Modulus!,
            "secret" => Encoding.UTF8.GetBytes(TestProvider.Secret),
            _ => Encoding.ASCII.GetBytes(rsa.ExportSubjectPublicKeyInfoPem()),
        };
    }
}
