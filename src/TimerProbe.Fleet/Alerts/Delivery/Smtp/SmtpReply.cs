using System.Globalization;

namespace TimerProbe.Fleet.Alerts.Delivery.Smtp;

/// <summary>What an SMTP server answered.</summary>
/// <param name="Code">Three digits: 2xx done, 3xx go on, 4xx not now, 5xx never.</param>
/// <param name="Lines">Its lines without the code; at least one.</param>
internal sealed record SmtpReply(int Code, IReadOnlyList<string> Lines)
{
    /// <summary>On one line; it may hold whatever the server chose.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Code} {string.Join(' ', Lines)}").TrimEnd();

    /// <summary>What an extension of EHLO takes, such as the ways to log in; null when the server does not offer it.</summary>
    public IReadOnlyList<string>? Extension(string name) => Lines.Skip(1)
        .Select(line => line.Split((char[])[' ', '='], StringSplitOptions.RemoveEmptyEntries))
        .Where(words => words is [var first, ..] && first.Equals(name, StringComparison.OrdinalIgnoreCase))
        .Select(IReadOnlyList<string> (words) => words[1..])
        .FirstOrDefault();
}
