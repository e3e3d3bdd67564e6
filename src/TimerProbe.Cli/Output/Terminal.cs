#pragma warning disable RS0030 // This is the one place that touches the console.

namespace TimerProbe.Cli.Output;

/// <summary>Data to standard output, talk to standard error. Only this touches the console; other streams count as redirected.</summary>
internal sealed class Terminal : IDialog, IDisposable
{
    private static readonly string[] Locales = ["LC_ALL", "LC_CTYPE", "LANG"];

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

    private readonly bool _redirected;
    private readonly Stream? _data;
    private readonly bool _unicode;
    private readonly Encoding? _previousEncoding;
    private volatile bool _asks;
    private Stream? _input;

    private Terminal()
    {
        Variables = EnvironmentVariables.OfProcess;
        _redirected = Console.IsOutputRedirected;
        CanAnswer = !Console.IsInputRedirected && !Console.IsErrorRedirected;
        if (OperatingSystem.IsWindows() && !_redirected && !IsUtf8(Console.OutputEncoding))
        {
            _previousEncoding = Console.OutputEncoding;
            Console.OutputEncoding = Utf8;
        }

        // After the encoding is set, which the writer keeps.
        Error = StandardStreams.OpenError();

        // Who reads redirected output decodes it as the console's encoding says (PowerShell 5) or as UTF-8: ASCII suits both.
        _unicode = IsUtf8(Console.OutputEncoding);
        Out = new StreamWriter(StandardStreams.OpenOutput(), _redirected ? Utf8 : Console.OutputEncoding)
        {
            AutoFlush = true,
            NewLine = "\n",
        };
    }

    private Terminal(Stream data, TextWriter error, Stream input, EnvironmentVariables variables)
    {
        _redirected = _unicode = true;
        _data = data;
        _input = input;
        Out = new StreamWriter(data, Utf8) { AutoFlush = true, NewLine = "\n" };
        Error = error;
        Variables = variables;
    }

    public EnvironmentVariables Variables { get; }

    public bool IsConsole => _data is null;

    public TextWriter Out { get; }

    public Stream Data => _data
        ?? (_redirected || _unicode ? StandardStreams.OpenOutput()
        : Encoding.CreateTranscodingStream(StandardStreams.OpenOutput(), Console.OutputEncoding, Utf8));

    public bool IsRedirectedByCodePage => OperatingSystem.IsWindows() && _redirected && !_unicode;

    /// <summary>Whether standard output leads where bytes arrive as they are: to a file or a program, and no console.</summary>
    public bool TakesBytes => _redirected && !IsRedirectedByCodePage;

    public TextWriter Error { get; }

    public static Terminal Open() => new();

    public static Terminal OfService(TextWriter error) => Over(Stream.Null, error, Stream.Null, EnvironmentVariables.OfProcess);

    public static Terminal Over(Stream data, TextWriter error, Stream input, EnvironmentVariables variables) =>
        new(data, error, input, variables);

    public TextStyle Style(bool noColor)
    {
        if (_redirected)
        {
            return TextStyle.ForFile with { Unicode = _unicode, Symbols = DrawsSymbols(OperatingSystem.IsWindows(), Variables) };
        }

        var colour = !noColor
            && Variables["NO_COLOR"] is null
            && Variables["TERM"] != "dumb";
        return new TextStyle(Width(Console.WindowWidth, Variables["COLUMNS"]), colour && AnsiConsole.Profile.Capabilities.Ansi, _unicode)
        {
            Symbols = DrawsSymbols(OperatingSystem.IsWindows(), Variables),
        };
    }

    /// <summary>In columns. A terminal that no window shows, of cron or <c>ssh -tt</c>, is as wide as COLUMNS says, or 80.</summary>
    internal static int Width(int window, string? columns) => Math.Max(
        TextStyle.Narrowest,
        window > 0 ? window : int.TryParse(columns, NumberStyles.None, CultureInfo.InvariantCulture, out var said) && said > 0 ? said : 80);

    /// <summary>
    /// Whether the terminal draws characters beyond WGL4, the 652 that every font of Windows' own consoles has. Windows Terminal
    /// says WT_SESSION, and takes other fonts for what one lacks; so do the terminals of a desktop. The console of Linux itself has
    /// 512 characters.
    /// </summary>
    internal static bool DrawsSymbols(bool isWindows, EnvironmentVariables variables) => isWindows
        ? variables["WT_SESSION"] is not null
        : variables["TERM"] != "linux" && IsUtf8(Locales.Select(name => variables[name]).FirstOrDefault(value => value is not null) ?? "");

    public void ReportProblem(string message) => Say($"timerprobe: {message}");

    public void Say(string line) => Error.WriteLine(PlainText.OneLine(line));

    public void Trace(Exception error) => Error.WriteLine(string.Join(
        Error.NewLine, error.ToString().ReplaceLineEndings("\n").Split('\n').Select(line => "  " + PlainText.OneLine(line))));

    public void Tell(string message) => ReportProblem(message);

    public void Progress(string message)
    {
        if (!_asks && (Variables["TIMERPROBE_PROGRESS"] is "1" || IsPerson))
        {
            Say($"{message}...");
        }
    }

    public void Done(string message)
    {
        if (!_asks && IsPerson)
        {
            Say(message);
        }
    }

    private bool IsPerson => IsConsole && !Console.IsErrorRedirected;

    public Stream Input => _input ??= StandardStreams.OpenInput();

    public bool CanAnswer { get; }

    /// <summary>Asks a person for consent; anything but a yes is a no.</summary>
    public bool Confirm(string question, CancellationToken cancellationToken) =>
        Typed($"{question} [y/N] ", cancellationToken) is { Length: > 0 } answer && "yes".StartsWith(answer, StringComparison.OrdinalIgnoreCase);

    public bool Confirm(string server, PresentedCertificate certificate, string? trusted, CancellationToken cancellationToken)
    {
        if (!CanAnswer)
        {
            return false;
        }

        _asks = true;
        try
        {
            foreach (var line in Shown(server, certificate, trusted))
            {
                Say(line);
            }

            return Confirm($"Trust this certificate for {server} from now on?", cancellationToken);
        }
        finally
        {
            _asks = false;
        }
    }

    /// <summary>Asks a person for a text; null when no person is there, or the person ends the input.</summary>
    public string? Ask(string question, CancellationToken cancellationToken) => CanAnswer ? Typed(question, cancellationToken) : null;

    /// <summary>Asks a person for a secret that is not shown; null when no person is there, or the person ends the input.</summary>
    public string? AskSecret(string question, CancellationToken cancellationToken) =>
        CanAnswer ? TypedLine.ReadHidden(PlainText.OneLine(question), Error, cancellationToken) : null;

    public void Dispose()
    {
        if (_previousEncoding is not null)
        {
            Console.OutputEncoding = _previousEncoding;
        }
    }

    private static IEnumerable<string> Shown(string server, PresentedCertificate certificate, string? trusted)
    {
        yield return trusted is null
            ? $"The certificate of {server} is not trusted: {certificate.Doubt}"
            : $"WARNING: the certificate of {server} is not the one you trusted before. It was renewed, or someone is intercepting the connection.";
        yield return $"  subject     {certificate.Subject}";
        yield return $"  issuer      {certificate.Issuer}";
        yield return $"  valid       {Day(certificate.NotBefore)} to {Day(certificate.NotAfter)}";
        yield return $"  SHA-256     {certificate.Thumbprint}";
        if (trusted is not null)
        {
            yield return $"  before      {trusted}";
        }

        yield return "Compare the SHA-256 thumbprint with the server's own; the password has not been sent yet.";
    }

    private static string Day(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd");

    private string? Typed(string question, CancellationToken cancellationToken)
    {
        Error.Write(PlainText.OneLine(question));
        return TypedLine.ReadShown(cancellationToken)?.Trim();
    }

    private static bool IsUtf8(Encoding encoding) => encoding.CodePage == Utf8.CodePage;

    private static bool IsUtf8(string locale) =>
        locale.Contains("UTF-8", StringComparison.OrdinalIgnoreCase) || locale.Contains("utf8", StringComparison.OrdinalIgnoreCase);
}
