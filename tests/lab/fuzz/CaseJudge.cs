namespace TimerProbe.Fuzz;

/// <summary>What may never come of a case, whatever its input was.</summary>
internal static class CaseJudge
{
    public const string Password = "Correct-Horse <7>&";
    public const string Hang = "it hangs";
    private const string Before = "the report of yesterday";

    private static readonly string[] Secrets = [Password, WebUtility.HtmlEncode(Password)];

    /// <summary>Puts an old report where the new one goes.</summary>
    public static void Prepare(string report) => File.WriteAllText(report, Before);

    /// <summary>Runs a command that writes one report, and judges both.</summary>
    public static async Task RunAsync(FuzzCase fuzz, string format, params string[] command)
    {
        var report = fuzz.Path("report");
        Prepare(report);
        fuzz.Story.Add(string.Join(' ', command));
        var result = await ProgramUnderTest.RunAsync([.. command, "--output", format, "--out", report]);
        Judge(fuzz, result, new Dictionary<string, string> { [report] = format });
    }

    /// <summary>Judges a run whose reports, if it has any, are judged by themselves.</summary>
    public static void Judge(FuzzCase fuzz, (int? ExitCode, string Said) result) => Judge(fuzz, result, new Dictionary<string, string>());

    public static void Judge(FuzzCase fuzz, (int? ExitCode, string Said) result, IReadOnlyDictionary<string, string> reports)
    {
        var (code, said) = result;
        fuzz.ExitCodes.Add(code);
        fuzz.Story.Add($"exit code {code}: {said}");
        if (code is null)
        {
            fuzz.Fail(Hang);
            return;
        }

        if (code is not (0 or 2 or 3 or 4 or 5 or 10))
        {
            fuzz.Fail($"exit code {code}: {said}");
        }

        JudgeText(fuzz, "standard error", said);
        foreach (var (report, format) in reports)
        {
            JudgeReport(fuzz, report, format, code is 0 or 5 or 10);
        }
    }

    private static void JudgeReport(FuzzCase fuzz, string report, string format, bool isWritten)
    {
        var text = File.ReadAllText(report);
        // A scan that cannot be kept has said what it found before.
        isWritten |= fuzz.Kind == "store" && text != Before;
        if (isWritten == (text == Before))
        {
            fuzz.Fail(isWritten ? $"no {format} was written" : $"the old {format} was touched");
        }

        if (Directory.GetFiles(fuzz.Folder, "*.tmp").Length > 0)
        {
            fuzz.Fail($"a half-written {format} was left behind");
        }

        if (!isWritten)
        {
            return;
        }

        if (format == "text")
        {
            JudgeText(fuzz, format, text);
        }
        else if (format == "json")
        {
            try
            {
                using var _ = JsonDocument.Parse(text);
            }
            catch (JsonException)
            {
                fuzz.Fail("the JSON is none");
            }
        }

        JudgeSecrets(fuzz, $"the {format}", text);
    }

    private static void JudgeSecrets(FuzzCase fuzz, string what, string text)
    {
        if (Secrets.Any(secret => text.Contains(secret, StringComparison.OrdinalIgnoreCase)))
        {
            fuzz.Fail($"a secret is in {what}");
        }
    }

    private static void JudgeText(FuzzCase fuzz, string what, string text)
    {
        JudgeSecrets(fuzz, what, text);
        if (text.EnumerateRunes().FirstOrDefault(rune => Rune.IsControl(rune) && rune.Value is not ('\n' or '\r' or '\t')) is { Value: not 0 } control)
        {
            fuzz.Fail($"U+{control.Value:X4} is in {what}");
        }
    }
}
