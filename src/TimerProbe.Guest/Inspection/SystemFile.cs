namespace TimerProbe.Guest.Inspection;

/// <summary>Reads the small text files in which a system tells of itself.</summary>
internal static class SystemFile
{
    /// <summary>The text without the white space around it.</summary>
    public static Reading<string> Read(string path)
    {
        try
        {
            return Reading.Of(File.ReadAllText(path).Trim());
        }
        catch (UnauthorizedAccessException)
        {
            return Reading.Missing<string>($"{path} may not be read by this user");
        }
        catch (Exception missing) when (missing is FileNotFoundException or DirectoryNotFoundException)
        {
            return Reading.Missing<string>($"there is no {path}");
        }
        catch (IOException refused)
        {
            return Reading.Missing<string>($"{path} could not be read: {refused.Message}");
        }
    }

    /// <summary>The text, or null whatever the reason.</summary>
    public static string? TryRead(string path) => Read(path).Value;
}
