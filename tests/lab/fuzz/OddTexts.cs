namespace TimerProbe.Fuzz;

/// <summary>Texts that programs stumble over.</summary>
internal static class OddTexts
{
    private static readonly string[] Numbers =
    [
        "0", "-1", "1e400", "-1e400", "1e-400", "NaN", "Infinity", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "2147483648", "4294967296",
        "99999999999999999999999999999999", "0x10", "1,5", "+5", " 7 ", "1e308", "0.1", "٣", "",
    ];

    private static readonly string[] Times =
    [
        "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.9999999Z", "1970-01-01T00:00:00Z", "2026-02-30T00:00:00Z", "0000-00-00T00:00:00Z", "2199-12-31T23:59:59Z",
        "1990-01-01T00:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20T12:00:00+14:00", "2026-11-20T12:00:00-99:00", "-2026-11-20T12:00:00Z", "12026-11-20T12:00:00Z", "yesterday",
    ];

    private static readonly string[] Names =
    [
        "=cmd|' /C calc'!A0", "<script>alert(1)</script>", "%2f..%5c..%25", "a\u202Eb\u2066c", "\u200B", "e\u0301\u0301\u0301", "\U0001F468\u200D\U0001F469", "ﷺ", "\u0085", "\u2028", "'\"`$(id)`", "{0}{1}",
        "[red]x[/]", "[[", "]]>", "&lt;", "%n%s", "CON", "..", "a\nb", "\r\nSet-Cookie: x=y", "|", "*", "?", "group-d1", "host-1", "vm-1", "(null)", "true", "poweredOn", "poweredOff", "suspended",
    ];

    private static readonly string[] Controls = ["\u001B[31m", "\u001B]0;x\u0007", "\0", "\u0001", "\b", "\u007F", "\u009B31m", "\uD800", "\uDC00x", "\uFFFF", "\uFFFE", "\uFDD0", "\U0001FFFE"];

    public static string Number(Random random) => Numbers[random.Next(Numbers.Length)];

    public static string Time(Random random) => Times[random.Next(Times.Length)];

    public static string Any(Random random) => random.Next(7) switch
    {
        0 or 1 => Number(random),
        2 => Time(random),
        3 => Names[random.Next(Names.Length)],
        4 => "x" + Controls[random.Next(Controls.Length)] + "y",
        5 => Long(random),
        _ => Noise(random),
    };

    /// <summary>The password as a server may say it back.</summary>
    public static string Spelling(Random random, string password) => random.Next(7) switch
    {
        0 => password,
        1 => password.Replace(" ", "\n \t", StringComparison.Ordinal),
        2 => password.ToUpperInvariant(),
        3 => WebUtility.HtmlEncode(password),
        4 => Uri.EscapeDataString(password),
        5 => Convert.ToBase64String(Encoding.UTF8.GetBytes("scan:" + password)),
        _ => new string('x', random.Next(250, 320)) + password,
    };

    private static string Long(Random random) =>
        new StringBuilder().Insert(0, random.Next(3) switch { 0 => "x", 1 => "é ", _ => "\U0001F600" }, 1 << random.Next(4, 20)).ToString();

    private static string Noise(Random random)
    {
        var noise = new StringBuilder();
        for (var left = random.Next(1, 40); left > 0; left--)
        {
            noise.Append((char)random.Next(0x10000));
        }

        return noise.Append(random.Next()).ToString();
    }
}
