using System.Net.Sockets;
using static TimerProbe.Core.ProblemArgument;

namespace TimerProbe.VSphere.Soap;

/// <summary>Every sentence about a server that could not be talked to.</summary>
internal sealed class ErrorSentences(VSphereServer server, VSphereOptions options, ReadingContext words)
{
    private readonly ProblemArgument _server = Server(server.ToString());

    public VSphereException Slow(string method) =>
        new(VSphereErrorKind.Timeout, $"{_server} did not finish its answer to {Term(method)} within {Seconds(options.RequestTimeout)}");

    public VSphereException Busy(int status) =>
        new(VSphereErrorKind.Busy, $"{_server} is too busy or still starting: it answered HTTP {status}; try again in a few minutes");

    public VSphereException NoSoap(string method, int status, bool isKnown) => isKnown
        ? new(VSphereErrorKind.BadAnswer, $"{_server} answered {Term(method)} with HTTP {status} and no SOAP")
        : new(VSphereErrorKind.BadAnswer, $"{_server} answered {Term(method)} with HTTP {status} and no SOAP: is this the address of a vCenter or ESXi host?");

    public VSphereException Malformed(string method, string why) =>
        new(VSphereErrorKind.BadAnswer, $"{_server} answered {Term(method)} with something other than the vSphere API specifies: {Words(words.Line(why))}");

    public VSphereException Cut(string method, Exception? cause = null) =>
        new(VSphereErrorKind.CutAnswer, $"the answer of {_server} to {Term(method)} ended too early", cause);

    public VSphereException Oversized(string method, AnswerLimitException limit) =>
        new(VSphereErrorKind.AnswerTooLarge, $"the answer of {_server} to {Term(method)} was refused: it has {Term(limit.Message)}");

    public VSphereException NoConnection(HttpRequestException error) => error.HttpRequestError switch
    {
        HttpRequestError.NameResolutionError =>
            new(VSphereErrorKind.UnknownHost, $"{_server} is unknown: its name does not resolve to an address", error),
        HttpRequestError.SecureConnectionError =>
            new(VSphereErrorKind.UntrustedServer, $"no TLS connection to {_server} could be made: {Words(words.Line(Root(error).Message))}", error),
        HttpRequestError.InvalidResponse =>
            new(VSphereErrorKind.NotVSphere, $"{_server} is not a vSphere server: its answer is not HTTP", error),
        HttpRequestError.ResponseEnded or HttpRequestError.Unknown when error.InnerException is IOException =>
            new(VSphereErrorKind.CutAnswer, $"{_server} closed the connection without an answer", error),
        _ when Root(error) is SocketException { SocketErrorCode: SocketError.ConnectionRefused } =>
            new(VSphereErrorKind.Unreachable, $"{_server} refused the connection to port {server.Port}", error),
        _ => new(VSphereErrorKind.Unreachable, $"{_server} could not be reached: {Words(words.Line(Root(error).Message))}", error),
    };

    public VSphereException ConnectTimeout() =>
        new(VSphereErrorKind.Timeout, $"{_server} did not accept a connection to port {server.Port} within {Seconds(options.ConnectTimeout)}");

    public VSphereException Faulted(string method, VSphereFault fault) => fault.Type switch
    {
        "NotAuthenticated" => new(VSphereErrorKind.NotAuthenticated, $"{_server} ended the session", fault),
        "NoPermission" => new(VSphereErrorKind.NoPermission, Forbidden(Term(method), fault), fault),
        _ when fault.Message.Length > 0 =>
            new(VSphereErrorKind.Fault, $"{_server} failed {Term(method)}: {Words(fault.Message)} ({Term(fault.Type)})", fault),
        _ => new(VSphereErrorKind.Fault, $"{_server} failed {Term(method)}: ({Term(fault.Type)})", fault),
    };

    private Wording Forbidden(ProblemArgument method, VSphereFault fault) => fault switch
    {
        { PrivilegeId: { } privilege, Obj: { } on } =>
            Sentence($"{_server} does not allow {method}: the account lacks the privilege {Term(privilege)} on {Term(on.ToString())}: give the account a role that has it"),
        { PrivilegeId: { } privilege } =>
            Sentence($"{_server} does not allow {method}: the account lacks the privilege {Term(privilege)}: give the account a role that has it"),
        _ => Sentence($"{_server} does not allow {method}: give the account a role that has it"),
    };

    private static Wording Sentence(Wording wording) => wording;

    private static Exception Root(Exception error) => error.GetBaseException();

    private static ProblemArgument Seconds(TimeSpan time) => Term($"{time.TotalSeconds:0.#} s");

    public static VSphereException LoginFailed(VSphereException error, VSphereServer server, Login credential)
    {
        if (error.Fault is not { } fault)
        {
            return error;
        }

        var refused = Problem.Create(error.Kind, $"{Server(server.ToString())} refused the login of {Account(credential.UserName)}");
        return fault.Type switch
        {
            "InvalidLogin" when !fault.Message.Contains("lockdown", StringComparison.OrdinalIgnoreCase) =>
                new(VSphereErrorKind.LoginRefused, $"{refused}: the user name or the password is wrong, or the account is locked", fault),
            _ when fault.Message.Contains("lockdown", StringComparison.OrdinalIgnoreCase) =>
                new(VSphereErrorKind.LoginRefused, $"{refused}: the host is in lockdown mode, which lets only its vCenter in ({Words(fault.Message)})", fault),
            "NoPermission" =>
                new(VSphereErrorKind.NoPermission, $"{refused}: the account has no role there; Read-only on the top of the inventory is enough", fault),
            "PasswordExpired" => new(VSphereErrorKind.LoginRefused, $"{refused}: the password has expired", fault),
            _ when IsSessionLimit(fault) =>
                new(VSphereErrorKind.SessionLimit, $"{refused}: it accepts no more sessions ({Words(fault.Message)})", fault),
            _ => new(error.Kind, $"{refused}: {Words(fault.Message)} ({Term(fault.Type)})", fault),
        };
    }

    private static bool IsSessionLimit(VSphereFault fault) =>
        fault.Message.Contains("session", StringComparison.OrdinalIgnoreCase)
        && (fault.Type == "OutOfBounds"
            || fault.Message.Contains("limit", StringComparison.OrdinalIgnoreCase)
            || fault.Message.Contains("maximum", StringComparison.OrdinalIgnoreCase)
            || fault.Message.Contains("too many", StringComparison.OrdinalIgnoreCase));
}
