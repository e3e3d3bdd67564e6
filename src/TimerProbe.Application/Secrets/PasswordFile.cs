using TimerProbe.Files;

namespace TimerProbe.Application.Secrets;

/// <summary>A file whose first line is a password, and that nobody else may read.</summary>
public static class PasswordFile
{
    /// <param name="path">The file.</param>
    /// <param name="cancel">Ends it.</param>
    /// <param name="what">What the secret is called.</param>
    /// <exception cref="UseCaseException">The file cannot be read, is readable by others, or holds no password.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static string Read(string path, CancellationToken cancel, string what = "password")
    {
        if (path.Length == 0)
        {
            throw new UseCaseException(Failure.Usage, "--password-file takes the path of a file");
        }

        try
        {
            return ExternalFile.Answered(() => ReadNow(path, what, cancel), cancel);
        }
        catch (FormatException damaged)
        {
            throw new UseCaseException(Failure.Usage, $"cannot determine who may read the {what} file: {damaged.Message}", damaged);
        }
        catch (FileRefusedException refused)
        {
            // The file is not named: who mistook the option for the password itself would read it in a log.
            throw new UseCaseException(Failure.Usage, $"the {what} file cannot be read: {refused.Message} (it takes a path, not the {what} itself)", refused);
        }
    }

    private static string ReadNow(string path, string what, CancellationToken cancel)
    {
        using var file = ExternalFile.Open(path);
        if (PasswordFileAccess.Refusal(file.Handle, path, cancel) is { } refusal)
        {
            throw new UseCaseException(Failure.Usage, $"the {what} file {refusal}");
        }

        return FirstLine.Of(file.Read(FileLimits.Password, cancel)) is { Length: > 0 } password
            ? password
            : throw new UseCaseException(Failure.Usage, $"the {what} file {path} holds no {what} in its first line");
    }
}
