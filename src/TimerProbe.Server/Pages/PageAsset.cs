using System.Security.Cryptography;
using System.Text;
using TimerProbe.Reporting.Html;

namespace TimerProbe.Server.Pages;

/// <summary>A style sheet, script or picture of the pages; its address changes with it, so that it may be kept for good.</summary>
/// <param name="Name">Its name in the address.</param>
/// <param name="MediaType">What it is.</param>
/// <param name="Content">What it holds.</param>
internal sealed record PageAsset(string Name, string MediaType, byte[] Content)
{
    private const int DigitsOfHash = 8;

    /// <summary>The look of the report, and what only these pages have.</summary>
    public static PageAsset Style { get; } = Of("pages.css", "text/css; charset=utf-8", HtmlFragments.StyleSheet + Embedded("server.css"));

    /// <summary>What keeps a page new.</summary>
    public static PageAsset Script { get; } = Of("pages.js", "text/javascript; charset=utf-8", Embedded("server.js"));

    /// <summary>What a tab shows: a clock.</summary>
    public static PageAsset Icon { get; } = Of(
        "pages.svg", "image/svg+xml", """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#2a7ab0"/><path d="M8 4v4l3 2" fill="none" stroke="#fff" stroke-width="1.5"/></svg>""");

    /// <summary>Where it is.</summary>
    public string Address => $"/assets/{Name}";

    private static PageAsset Of(string name, string mediaType, string text)
    {
        var content = Encoding.UTF8.GetBytes(text);
        var hash = Convert.ToHexStringLower(SHA256.HashData(content).AsSpan(0, DigitsOfHash));
        return new PageAsset($"{Path.GetFileNameWithoutExtension(name)}.{hash}{Path.GetExtension(name)}", mediaType, content);
    }

    private static string Embedded(string name)
    {
        using var stream = typeof(PageAsset).Assembly.GetManifestResourceStream(name) ?? throw new InvalidOperationException($"{name} is not embedded.");
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}
