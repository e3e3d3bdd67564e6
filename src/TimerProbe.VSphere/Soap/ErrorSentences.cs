using System.Net.Sockets;

namespace TimerProbe.VSphere.Soap;

/// <summary>Every sentence about a server that could not be talked to.</summary>
internal sealed class ErrorSentences(VSphereServer server, VSphereOptions options, ReadingContext words)
{
    private readonly ProblemSubject _server = ProblemSubject.Server(server.ToString());

    public VSphereException TimedOut(string method) =>
        new(VSphereErrorKind.Timeout, $"{_server} did not finish its answer to {method} within {options.RequestTimeout.TotalSeconds:0.#} s", _server);

    public VSphereException Busy(int status) =>
        new(VSphereErrorKind.Busy, $"{_server} is too busy or still starting: it answered HTTP {status}; try again in a few minutes", _server);

    public VSphereException NoSoap(string method, int status, bool isKnown) => isKnown
        ? new(VSphereErrorKind.BadAnswer, $"{_server} answered {method} with HTTP {status} and no SOAP", _server)
        : new(VSphereErrorKind.BadAnswer, $"{_server} answered {method} with HTTP {status} and no SOAP: is this the address of a vCenter or ESXi host?", _server);

    public VSphereException Malformed(string method, string why) =>
        new(VSphereErrorKind.BadAnswer, $"{_server} answered {method} with something other than the vSphere API specifies: {words.Line(why)}", _server);

    public VSphereException ConnectionLost(string method, Exception? cause = null) =>
        new(VSphereErrorKind.CutAnswer, $"the answer of {_server} to {method} ended too early", _server, cause);

    public VSphereException TooLarge(string method, AnswerLimitException limit) =>
        new(VSphereErrorKind.AnswerTooLarge, $"the answer of {_server} to {method} was refused: it has {limit.Message}", _server);

    public VSphereException NoConnection(HttpRequestException error) => error.HttpRequestError switch
    {
        HttpRequestError.NameResolutionError =>
            new(VSphereErrorKind.UnknownHost, $"{_server} is unknown: its name does not resolve to an address", _server, error),
        HttpRequestError.SecureConnectionError =>
            new(VSphereErrorKind.UntrustedServer, $"no TLS connection to {_server} could be made: {words.Line(Root(error).Message)}", _server, error),
        HttpRequestError.InvalidResponse =>
            new(VSphereErrorKind.NotVSphere, $"{_server} is not a vSphere server: its answer is not HTTP", _server, error),
        HttpRequestError.ResponseEnded or HttpRequestError.Unknown when error.InnerException is IOException =>
            new(VSphereErrorKind.CutAnswer, $"{_server} closed the connection without an answer", _server, error),
        _ when Root(error) is SocketException { SocketErrorCode: SocketError.ConnectionRefused } =>
            new(VSphereErrorKind.Unreachable, $"{_server} refused the connection to port {server.Port}", _server, error),
        _ => new(VSphereErrorKind.Unreachable, $"{_server} could not be reached: {words.Line(Root(error).Message)}", _server, error),
    };

    public VSphereException ConnectTimeout() =>
        new(VSphereErrorKind.Timeout, $"{_server} did not accept a connection to port {server.Port} within {options.ConnectTimeout.TotalSeconds:0.#} s", _server);

    public VSphereException Faulted(string method, VSphereFault fault) => fault.Type switch
    {
        "NotAuthenticated" => new(VSphereErrorKind.NotAuthenticated, $"{_server} ended the session", _server) { Fault = fault },
        "NoPermission" => new(VSphereErrorKind.NoPermission, Forbidden(method, fault), _server) { Fault = fault },
        _ when fault.Message.Length > 0 =>
            new(VSphereErrorKind.Fault, $"{_server} failed {method}: {fault.Message} ({fault.Type})", _server) { Fault = fault },
        _ => new(VSphereErrorKind.Fault, $"{_server} failed {method}: ({fault.Type})", _server) { Fault = fault },
    };

    private string Forbidden(string method, VSphereFault fault) => fault switch
    {
        { PrivilegeId: { } privilege, Obj: { } on } =>
            $"{_server} does not allow {method}: the account lacks the privilege {privilege} on {on}: give the account a role that has it",
        { PrivilegeId: { } privilege } =>
            $"{_server} does not allow {method}: the account lacks the privilege {privilege}: give the account a role that has it",
        _ => $"{_server} does not allow {method}: give the account a role that has it",
    };

    private static Exception Root(Exception error) => error.GetBaseException();

    public static VSphereException LoginFailed(VSphereException error, VSphereServer server, Login credential)
    {
        if (error.Fault is not { } fault)
        {
            return error;
        }

        return fault.Type switch
        {
            "InvalidLogin" when !fault.Message.Contains("lockdown", StringComparison.OrdinalIgnoreCase) =>
                Refused(VSphereErrorKind.LoginRefused, "the user name or the password is wrong, or the account is locked"),
            _ when fault.Message.Contains("lockdown", StringComparison.OrdinalIgnoreCase) =>
                Refused(VSphereErrorKind.LoginRefused, $"the host is in lockdown mode, which lets only its vCenter in ({fault.Message})"),
            "NoPermission" =>
                Refused(VSphereErrorKind.NoPermission, "the account has no role there; Read-only on the top of the inventory is enough"),
            "PasswordExpired" => Refused(VSphereErrorKind.LoginRefused, "the password has expired"),
            _ when IsSessionLimit(fault) =>
                Refused(VSphereErrorKind.SessionLimit, $"it accepts no more sessions ({fault.Message})"),
            _ => Refused(error.Kind, $"{fault.Message} ({fault.Type})"),
        };

        VSphereException Refused(VSphereErrorKind kind, string why) =>
            new(kind, $"{server} refused the login of {credential.UserName}: {why}", ProblemSubject.Server(server.ToString())) { Fault = fault };
    }

    private static bool IsSessionLimit(VSphereFault fault) =>
        fault.Message.Contains("session", StringComparison.OrdinalIgnoreCase)
        && (fault.Type == "OutOfBounds"
            || fault.Message.Contains("limit", StringComparison.OrdinalIgnoreCase)
            || fault.Message.Contains("maximum", StringComparison.OrdinalIgnoreCase)
            || fault.Message.Contains("too many", StringComparison.OrdinalIgnoreCase));
}
