namespace TimerProbe.Core.Documents;

/// <summary>
/// Says what is wrong with a text of JSON to its author, who knows its members and lines. .NET's reader names types of this
/// program, advises on its source, counts lines from 0, and repeats the rest of the text after a bare word, whatever it is and
/// however long.
/// </summary>
public static class DocumentSlip
{
    public static JsonException Worded(JsonException slip) => new(Sentence(WithoutPlace(slip)) + Place(slip), slip);

    /// <summary>Reads a text with its slips worded.</summary>
    /// <exception cref="JsonException">It cannot be read.</exception>
    internal static T Read<T>(ReadOnlySpan<byte> utf8, Func<ReadOnlySpan<byte>, T> read)
    {
        try
        {
            return read(utf8);
        }
        catch (JsonException ex) when (ex is not OtherKindException)
        {
            throw Worded(ex);
        }
        catch (InvalidOperationException ex)
        {
            // The reader's own word for an escape such as \ud800 alone is no JsonException.
            throw new JsonException("it holds half of a character", ex);
        }
    }

    public static string WithoutPlace(JsonException slip)
    {
        var message = slip.Message;
        var end = message.LastIndexOf("LineNumber: ", StringComparison.Ordinal);
        if (end >= 0)
        {
            message = message[..end];
            var path = $"Path: {slip.Path} | ";
            message = message.EndsWith(path, StringComparison.Ordinal) ? message[..^path.Length] : message;
        }

        return message.TrimEnd('.', ' ');
    }

    public static bool IsOfBareWord(string said) => said.Contains("is an invalid JSON literal", StringComparison.Ordinal);

    private static string Sentence(string said)
    {
        const string names = " was missing required properties including: ";
        return IsOfBareWord(said) ? "a bare word can only be true, false or null; text goes in quotes"
            : Begins("JSON deserialization for type '")
                && said.IndexOf(names, StringComparison.Ordinal) is > 0 and var at ? $"it lacks {said[(at + names.Length)..]}"
            : Begins("The JSON value could not be converted to ") ? "a value of another kind should stand here"
            : Begins("The constructor parameter '") || Begins("The property or field '") ? "null cannot stand here"
            : Begins("The input does not contain any JSON tokens") ? "it is empty"
            : Begins("Expected depth to be zero at the end")
                || (Begins("Expected ") && said.EndsWith("but instead reached end of data", StringComparison.Ordinal)) ? "it is cut off"
            : Begins("The JSON object contains a trailing comma")
                || Begins("The JSON array contains a trailing comma") ? "a comma stands before an end"
            : said is [>= 'A' and <= 'Z', >= 'a' and <= 'z', ..] ? char.ToLowerInvariant(said[0]) + said[1..]
            : said;

        bool Begins(string text) => said.StartsWith(text, StringComparison.Ordinal);
    }

    private static string Place(JsonException slip)
    {
        var path = slip.Path is { Length: > 0 } and not "$" ? $"at {slip.Path}" : null;
        var line = slip.LineNumber is { } before ? $"line {before + 1}" : null;
        return path is null && line is null ? "" : $" ({string.Join(", ", new[] { path, line }.OfType<string>())})";
    }
}
