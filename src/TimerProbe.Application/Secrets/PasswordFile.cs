using TimerProbe.Files;

namespace TimerProbe.Application.Secrets;

/// <summary>A file whose first line is a password, and that nobody else may read.</summary>
public static class PasswordFile
{
    /// <exception cref="UseCaseException">The file cannot be read, is readable by others, or holds no password.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static string Read(string path, CancellationToken cancel)
    {
        if (path.Length == 0)
        {
            throw new UseCaseException(Failure.Usage, "--password-file takes the path of a file");
        }

        try
        {
            return OutsideFile.Answered(() => ReadNow(path, cancel), cancel);
        }
        catch (FormatException damaged)
        {
            throw new UseCaseException(Failure.Usage, $"cannot determine who may read the password file: {damaged.Message}", damaged);
        }
        catch (FileRefusedException refused)
        {
            // The file is not named: who mistook the option for the password itself would read it in a log.
            throw new UseCaseException(Failure.Usage, $"the password file cannot be read: {refused.Message} (it takes a path, not the password itself)", refused);
        }
    }

    private static string ReadNow(string path, CancellationToken cancel)
    {
        using var file = OutsideFile.Open(path);
        if (PasswordFileAccess.WhoElseMayRead(file.Handle, path) is { Count: > 0 } others)
        {
            throw new UseCaseException(
                Failure.Usage, $"the password file {path} can be read by {string.Join(", ", others.Select(other => other.Name))}: {PasswordFileAccess.HowToClose(path, others)}");
        }

        return FirstLine.Of(file.Read(FileLimits.Password, cancel)) is { Length: > 0 } password
            ? password
            : throw new UseCaseException(Failure.Usage, $"the password file {path} holds no password in its first line");
    }
}
