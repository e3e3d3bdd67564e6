using Microsoft.Win32.SafeHandles;

namespace TimerProbe.Application;

/// <summary>
/// How many files the system lets this process have open: a program that cannot load its own parts fails anywhere, or aborts.
/// </summary>
public static class OpenFileLimit
{
    public static bool ReportIfBelow(int needed, string program)
    {
        var isBelow = false;
        try
        {
            var limits = File.ReadAllLines("/proc/self/limits");
            var line = Array.Find(limits, line => line.StartsWith("Max open files", StringComparison.Ordinal));
            var words = line?.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            isBelow = int.TryParse(words?[3], CultureInfo.InvariantCulture, out var files) && files < needed;
            if (isBelow)
            {
                using var error = new FileStream(new SafeFileHandle(2, ownsHandle: false), FileAccess.Write, bufferSize: 0);
                error.Write(System.Text.Encoding.UTF8.GetBytes(
                    $"{program}: only {files} files may be open at once here: raise the limit (ulimit -n) to {needed} or more\n"));
            }
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            // Not known, or not to be said.
        }

        return isBelow;
    }
}
