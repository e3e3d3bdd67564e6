using System.Security.Cryptography;
using System.Text;

namespace TimerProbe.Reporting.Html.Markup;

internal sealed record EmbeddedFile(string Text, string Source)
{
    public static EmbeddedFile Style { get; } = Read("report.css");

    public static EmbeddedFile Script { get; } = Read("report.js");

    private static EmbeddedFile Read(string name)
    {
        using var stream = typeof(EmbeddedFile).Assembly.GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"{name} is not embedded.");
        using var reader = new StreamReader(stream, Encoding.UTF8);
        var text = reader.ReadToEnd().ReplaceLineEndings("\n");
        return new EmbeddedFile(text, $"'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)))}'");
    }
}
