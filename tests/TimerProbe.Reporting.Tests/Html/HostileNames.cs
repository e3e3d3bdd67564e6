namespace TimerProbe.Reporting.Tests.Html;

/// <summary>Names that try to be something else, with what must be seen of them.</summary>
public static class HostileNames
{
    public static TheoryData<string, string> All { get; } = new()
    {
        { "<script>alert(1)</script>", "<script>alert(1)</script>" },
        { "</title><script>alert(2)</script>", "</title><script>alert(2)</script>" },
        { "</style></script><img src=x onerror=alert(3)>", "</style></script><img src=x onerror=alert(3)>" },
        { "\" onmouseover=\"alert(4)", "\" onmouseover=\"alert(4)" },
        { "' autofocus onfocus='alert(5)", "' autofocus onfocus='alert(5)" },
        { "a&b &lt; &#x3c;", "a&b &lt; &#x3c;" },
        { "]]><!--", "]]><!--" },
        { "-->end", "-->end" },
        { "{{constructor.constructor('alert(6)')()}}", "{{constructor.constructor('alert(6)')()}}" },
        { "javascript:alert(7)", "javascript:alert(7)" },
        { "nul\0bell\acr\rlf\n", "nul⟨U+0000⟩bell⟨U+0007⟩cr⟨U+000D⟩lf⟨U+000A⟩" },
        { "\u001b[31mred", "⟨U+001B⟩[31mred" },
        { "gpj.\u202Etxe", "gpj.⟨U+202E⟩txe" },
        { "\u2066iso\u2069\u200F", "⟨U+2066⟩iso⟨U+2069⟩⟨U+200F⟩" },
        { "line\u2028break", "line⟨U+2028⟩break" },
        { "lone \uD800 surrogate", "lone \uFFFD surrogate" },
        { "non\uFFFEcharacter", "non⟨U+FFFE⟩character" },
        { "خادم-قاعدة", "خادم-قاعدة" },
        { "שרת 1", "שרת 1" },
        { "🐘 Postgres 👩‍💻", "🐘 Postgres 👩‍💻" },
        { "=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0" },
    };
}
