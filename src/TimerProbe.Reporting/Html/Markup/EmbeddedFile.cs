using System.Security.Cryptography;
using System.Text;

namespace TimerProbe.Reporting.Html.Markup;

/// <summary>A style sheet or script that goes into the page, known to the page's policy by its hash.</summary>
/// <param name="Text">What it holds.</param>
/// <param name="Source">Its source expression for a content security policy: <c>'sha256-...'</c>.</param>
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
