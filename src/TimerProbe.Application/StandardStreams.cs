using Microsoft.Win32.SafeHandles;

#pragma warning disable RS0030 // With Terminal and TypedLine of the program this is the one place that touches the console.

namespace TimerProbe.Application;

/// <summary>The standard streams: a failed write to output ends the work; to error, it is dropped with all that follow.</summary>
public static class StandardStreams
{
    private const int NonBlocking = 0x800;
    private const int CloseOnExec = 0x80000;
    private const int BrokenPipe = 32;

    private static readonly int[] Flags = [ReadFlags(0), ReadFlags(1), ReadFlags(2)];

    /// <summary>What is written is the same everywhere; invariant mode alone would not do, which a variable overrides.</summary>
    public static void UseInvariantCulture()
    {
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.InvariantCulture;
        CultureInfo.DefaultThreadCurrentUICulture = CultureInfo.InvariantCulture;
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        CultureInfo.CurrentUICulture = CultureInfo.InvariantCulture;
    }

    /// <summary>Standard input; empty if it was closed when the program started.</summary>
    public static Stream OpenInput() => IsGiven(0) ? Console.OpenStandardInput() : Stream.Null;

    public static Stream OpenOutput() => new OutputStream(OpenPipeOrConsole, dropsFailures: false);

    public static TextWriter OpenOutputText() =>
        TextWriter.Synchronized(new StreamWriter(OpenOutput(), Console.OutputEncoding) { AutoFlush = true });

    public static TextWriter OpenError()
    {
        var stream = new OutputStream(() => IsGiven(2) ? Console.OpenStandardError() : Stream.Null, dropsFailures: true);
        Console.SetError(new StreamWriter(stream, Console.OutputEncoding) { AutoFlush = true });
        return Console.Error;
    }

    /// <summary>Whether this process may open fewer files than needed, and says so: it may then fail anywhere, or abort.</summary>
    public static bool HasFewFiles(int needed, string program)
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
                error.Write(Encoding.UTF8.GetBytes(
                    $"{program}: only {files} files may be open at once here: raise the limit (ulimit -n) to {needed} or more\n"));
            }
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            // Not known, or not to be said.
        }

        return isBelow;
    }

    private static Stream OpenPipeOrConsole()
    {
        if (!IsGiven(1))
        {
            throw new IOException("it is closed");
        }

        if (OperatingSystem.IsLinux() && (Flags[1] & NonBlocking) == 0)
        {
            var pipe = new FileStream(new SafeFileHandle(1, ownsHandle: false), FileAccess.Write, bufferSize: 0);
            if (!pipe.CanSeek)
            {
                return pipe;
            }
        }

        return Console.OpenStandardOutput();
    }

    private static bool IsGiven(int number) => (Flags[number] & CloseOnExec) == 0;

    private static int ReadFlags(int number)
    {
        try
        {
            var flags = File.ReadLines($"/proc/self/fdinfo/{number}").First(line => line.StartsWith("flags:", StringComparison.Ordinal));
            return Convert.ToInt32(flags[6..].Trim(), 8);
        }
        catch (FileNotFoundException) when (OperatingSystem.IsLinux())
        {
            return CloseOnExec;
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            return 0;
        }
    }

    private sealed class OutputStream(Func<Stream> open, bool dropsFailures) : Stream
    {
        private Stream? _stream;

        public override bool CanRead => false;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override void Flush()
        {
            // Nothing waits here.
        }

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            try
            {
                (_stream ??= open()).Write(buffer);
            }
            catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
            {
                _stream = dropsFailures ? Null : throw new UseCaseException(
                    ex.HResult == BrokenPipe ? ExitCode.Done : ExitCode.NotPossible, $"cannot write standard output: {ex.Message}", ex);
            }
        }

        public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();
    }
}
