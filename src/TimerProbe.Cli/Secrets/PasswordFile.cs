using System.Text;

namespace TimerProbe.Cli.Secrets;

/// <summary>A file whose first line is a password, and that nobody else may read.</summary>
internal static class PasswordFile
{
    private const int MostBytes = 4096;

    /// <exception cref="CommandException">The file cannot be read, is readable by others, or holds no password.</exception>
    public static string Read(string path)
    {
        if (path.Length == 0)
        {
            throw new CommandException(ExitCode.Usage, "--password-file takes the path of a file");
        }

        try
        {
            using var stream = new FileStream(path, FileMode.Open, FileAccess.Read);
            if (PasswordFileAccess.WhoElseMayRead(stream) is { } others)
            {
                throw new CommandException(ExitCode.Usage, $"the password file {path} can be read by {others}: {PasswordFileAccess.HowToClose(path)}");
            }

            return FirstLine(stream) is { Length: > 0 } password
                ? password
                : throw new CommandException(ExitCode.Usage, $"the password file {path} holds no password in its first line");
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // What is not there may be the password itself, given in place of a file.
            var why = File.Exists(path) ? error.Message : "there is no such file; it takes a path, not the password itself";
            throw new CommandException(ExitCode.Usage, $"the password file cannot be read: {why}", error);
        }
    }

    private static string? FirstLine(FileStream stream)
    {
        var bytes = new byte[MostBytes];
        var length = stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        using var reader = new StreamReader(new MemoryStream(bytes, 0, length), Encoding.UTF8);
        return reader.ReadLine();
    }
}
