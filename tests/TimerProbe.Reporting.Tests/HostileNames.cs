namespace TimerProbe.Reporting.Tests;

/// <summary>Names that try to be something else where they are written. Each holds the word EVIL, to be found again.</summary>
public static class HostileNames
{
    public static TheoryData<string> All =>
    [
        "<script>alert('EVIL')</script>",
        "=cmd|' /C EVIL'!A0",
        "+EVIL", "-EVIL", "@EVIL", "\tEVIL", "\uFF1DEVIL",
        "quote\"EVIL'quote`quote``quote\u2019; EVIL; \u2018",
        "EVIL|pipe\\|pipe\\",
        "[EVIL](javascript:alert(1)) ![EVIL](x) <https://EVIL.example>",
        "https://EVIL.example/ www.EVIL.example EVIL@example.org #123 GH-1",
        "$(touch EVIL) `touch EVIL` ; touch EVIL & touch EVIL | touch EVIL",
        "EVIL\n# heading\r\n\u2028- item\u0085",
        "\u001b[2J\u001b]0;EVIL\u0007\u009b31m",
        "\u202eEVIL\u2066\u200f",
        "```\nEVIL\n```",
        "*EVIL* _EVIL_ ~~EVIL~~ ---",
        "EVIL 数据库 😀 قاعدة",
        "-- EVIL #> <# \"@ '@",
        " EVIL ",
        "EVIL{le=\"1\"} 2\n# EOF",
    ];
}
