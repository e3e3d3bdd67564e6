namespace TimerProbe.Guest.Inspection.Readings;

/// <summary>Reads the small text files in which a system tells of itself.</summary>
internal static class SystemFile
{
    /// <summary>The text without the white space around it.</summary>
    public static Reading<string> Read(string path)
    {
        // Most files that are asked for are absent, and a first exception costs milliseconds.
        if (!File.Exists(path))
        {
            return Reading.Missing<string>($"there is no {path}");
        }

        try
        {
            return Reading.From(File.ReadAllText(path).Trim());
        }
        catch (UnauthorizedAccessException)
        {
            return Reading.Missing<string>($"{path} may not be read by this user");
        }
        catch (IOException refused)
        {
            return Reading.Missing<string>($"{path} could not be read: {refused.Message}");
        }
    }

    /// <summary>The text, or null whatever the reason.</summary>
    public static string? TryRead(string path) => Read(path).Value;
}
