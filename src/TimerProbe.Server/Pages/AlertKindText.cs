namespace TimerProbe.Server.Pages;

/// <summary>Kinds of alerts in words, as what their subject did or is.</summary>
internal static class AlertKindText
{
    private static readonly Dictionary<string, string> Words = new(StringComparer.Ordinal)
    {
        ["wentAway"] = "went away",
        ["foundAway"] = "was found away",
        ["cameHome"] = "came home",
        ["turnedSlow"] = "was measured slow",
        ["noLongerSlow"] = "is no longer slow",
        ["scanFailed"] = "could not be read",
        ["scanPartial"] = "was read in part",
        ["scanRecovered"] = "is read in full again",
        ["notAnswering"] = "does not answer",
        ["answersAgain"] = "answers again",
        ["digest"] = "report by mail",
    };

    /// <summary>The words of a kind; one of another version stands as it is.</summary>
    public static string NameOf(string kind) => Words.GetValueOrDefault(kind, kind);
}
