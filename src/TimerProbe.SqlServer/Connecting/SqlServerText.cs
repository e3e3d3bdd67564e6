using System.Text;
using TimerProbe.Core.Secrets;

namespace TimerProbe.SqlServer.Connecting;

/// <summary>A server's texts as this program repeats them: none that holds the password, which the server was told.</summary>
internal sealed class SqlServerText
{
    private readonly SecretFilter _secrets;

    public SqlServerText(SqlServerCredential? credential) => _secrets = new SecretFilter(credential?.Password ?? "");

    public string Text(string text) => _secrets.Clear(text);

    /// <summary>A message for a sentence: in one line, and cut. It is looked through whole before.</summary>
    public string Line(string text)
    {
        text = _secrets.Clear(text);
        var clean = new StringBuilder(Math.Min(text.Length, SqlAnswerLimits.Sentence));
        foreach (var rune in text.EnumerateRunes())
        {
            clean.Append(Rune.IsControl(rune) ? " " : rune.ToString());
            if (clean.Length >= SqlAnswerLimits.Sentence)
            {
                return clean.Append("...").ToString().Trim();
            }
        }

        return clean.ToString().Trim();
    }
}
