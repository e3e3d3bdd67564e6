using System.Text;

namespace TimerProbe.Files.Tests;

public sealed class ExternalTextTests
{
    private const string Text = "{ \"name\": \"D\u00fcsseldorf \u2192 \ud83d\udd52\" }";

    public static TheoryData<string> Encodings { get; } = ["utf-8", "utf-8 with a mark", "utf-16", "utf-16BE"];

    [Theory]
    [MemberData(nameof(Encodings))]
    public void Every_accepted_encoding_gives_the_same_text(string encoding) =>
        Assert.Equal(Text, Encoding.UTF8.GetString(ExternalText.ToUtf8(Encoded(Text, encoding)).Span));

    [Theory]
    [InlineData("22 E9 22", "it is not UTF-8 at byte 2, line 1: save it as UTF-8")]
    [InlineData("7B 0A 22 C3", "it is not UTF-8 at byte 4, line 2: save it as UTF-8")]
    [InlineData("EF BB BF 41 ED A0 80", "it is not UTF-8 at byte 5, line 1: save it as UTF-8")]
    [InlineData("FF FE 00 D8 41 00", "it is not valid UTF-16 near byte 5: save it as UTF-8")]
    [InlineData("FE FF 00 41 00", "it is not valid UTF-16 near byte 5: save it as UTF-8")]
    public void What_is_neither_is_refused_with_its_place(string bytes, string sentence)
    {
        var refused = Assert.Throws<FileRefusedException>(() => ExternalText.ToUtf8(Convert.FromHexString(bytes.Replace(" ", "", StringComparison.Ordinal))));
        Assert.Equal(sentence, refused.Message);
    }

    internal static byte[] Encoded(string text, string encoding) => encoding switch
    {
        "utf-8" => Encoding.UTF8.GetBytes(text),
        "utf-8 with a mark" => [.. Encoding.UTF8.Preamble, .. Encoding.UTF8.GetBytes(text)],
        _ => [.. Encoding.GetEncoding(encoding).Preamble, .. Encoding.GetEncoding(encoding).GetBytes(text)],
    };
}
