using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace TimerProbe.Application.Configuration;

internal sealed partial class ConfigurationText
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
    private static readonly JsonDocumentOptions Options = new()
    {
        CommentHandling = JsonCommentHandling.Skip,
        AllowTrailingCommas = true,
        MaxDepth = 32
    };

    private readonly byte[] _utf8;

    /// <param name="utf8">The text, without a byte order mark.</param>
    public ConfigurationText(byte[] utf8) => _utf8 = utf8;

    /// <exception cref="NotJsonException">It is not JSON in UTF-8, or holds a string that is not Unicode.</exception>
    public JsonDocument Parse()
    {
        try
        {
            _ = Strict.GetCharCount(_utf8);
            var document = JsonDocument.Parse(_utf8, Options);
            AssertWholeCharacters();
            return document;
        }
        catch (DecoderFallbackException ex)
        {
            throw new NotJsonException(ex.Index, "the file is not UTF-8 here: save it as UTF-8");
        }
        catch (JsonException ex)
        {
            throw new NotJsonException(LineStart(ex.LineNumber ?? 0) + (int)(ex.BytePositionInLine ?? 0), Sentence(ex));
        }
    }

    public int GetOffset(JsonElement value) => GetOffset(JsonMarshal.GetRawUtf8Value(value));

    /// <summary>How many bytes precede a member's name and its quotes; an empty name is found by its value.</summary>
    public int GetOffset(JsonProperty member) =>
        JsonMarshal.GetRawUtf8PropertyName(member) is { IsEmpty: false } name ? GetOffset(name) - 1 : GetOffset(member.Value);

    public TextPlace At(int offset)
    {
        var before = _utf8.AsSpan(0, Math.Min(offset, _utf8.Length));
        return new TextPlace(before.Count((byte)'\n') + 1, Encoding.UTF8.GetCharCount(before[(before.LastIndexOf((byte)'\n') + 1)..]) + 1);
    }

    /// <summary>An escape such as \ud800 alone is JSON, and no text: reading it throws an exception.</summary>
    private void AssertWholeCharacters()
    {
        var reader = new Utf8JsonReader(
            _utf8,
            new JsonReaderOptions
            {
                CommentHandling = Options.CommentHandling,
                AllowTrailingCommas = Options.AllowTrailingCommas,
                MaxDepth = Options.MaxDepth
            });
        while (reader.Read())
        {
            try
            {
                _ = reader.ValueIsEscaped ? reader.GetString() : null;
            }
            catch (InvalidOperationException)
            {
                throw new NotJsonException((int)reader.TokenStartIndex, "the text holds an incomplete character");
            }
        }
    }

    private int GetOffset(ReadOnlySpan<byte> part) => _utf8.AsSpan().Overlaps(part, out var offset) ? offset : 0;

    private int LineStart(long line)
    {
        var start = 0;
        for (; line > 0; line--)
        {
            start += _utf8.AsSpan(start).IndexOf((byte)'\n') + 1;
        }

        return start;
    }

    private static string Sentence(JsonException slip)
    {
        var said = DocumentSlip.WithoutPlace(slip);
        return Literal().IsMatch(said) ? "this is not JSON: a bare word can only be true, false or null; text goes in quotes"
            : said.Contains("JSON tokens", StringComparison.Ordinal) ? "the file holds no configuration: the minimum is {}"
            : $"this is not JSON: {said}";
    }

    [GeneratedRegex(@"'.{2,}' is an invalid|is an invalid JSON literal", RegexOptions.ExplicitCapture | RegexOptions.Singleline, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Literal();
}

/// <summary>A text stops being JSON. The message quotes none of the text: it may be a secret.</summary>
internal sealed class NotJsonException(int offset, string message) : Exception(message)
{
    public int Offset => offset;
}
