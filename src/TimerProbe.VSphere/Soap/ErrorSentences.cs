using System.Globalization;
using System.Net.Sockets;

namespace TimerProbe.VSphere.Soap;

/// <summary>Every sentence about a server that could not be talked to.</summary>
internal sealed class ErrorSentences(VSphereServer server, VSphereOptions options, ServerWords words)
{
    public VSphereException Slow(string method) =>
        new(VSphereErrorKind.Timeout, $"{server} did not finish its answer to {method} within {Seconds(options.RequestTimeout)}");

    public VSphereException Busy(int status) =>
        new(VSphereErrorKind.Busy, $"{server} is too busy or still starting: it answered HTTP {Number(status)}; try again in a few minutes");

    public VSphereException NoSoap(string method, int status) =>
        new(VSphereErrorKind.BadAnswer, $"{server} answered {method} with HTTP {Number(status)} and no SOAP: is this the address of a vCenter or ESXi host?");

    public VSphereException Malformed(string method, string why) =>
        new(VSphereErrorKind.BadAnswer, $"{server} answered {method} with something else than the vSphere API promises: {words.Line(why)}");

    public VSphereException Cut(string method, Exception? cause = null) =>
        new(VSphereErrorKind.CutAnswer, $"the answer of {server} to {method} ended too early", cause);

    public VSphereException Oversized(string method, AnswerLimitException limit) =>
        new(VSphereErrorKind.OversizedAnswer, $"the answer of {server} to {method} was refused: it has {limit.Message}");

    public VSphereException NoConnection(HttpRequestException error) => error.HttpRequestError switch
    {
        HttpRequestError.NameResolutionError => new(VSphereErrorKind.UnknownHost, $"{server} is unknown: its name does not resolve to an address", error),
        HttpRequestError.SecureConnectionError => new(VSphereErrorKind.UntrustedServer, $"no TLS connection to {server} could be made: {words.Line(Root(error).Message)}", error),
        HttpRequestError.InvalidResponse => new(VSphereErrorKind.NotVSphere, $"{server} is not a vSphere server: what it answers is no HTTP", error),
        HttpRequestError.ResponseEnded or HttpRequestError.Unknown when error.InnerException is IOException => new(VSphereErrorKind.CutAnswer, $"{server} closed the connection without an answer", error),
        _ when Root(error) is SocketException { SocketErrorCode: SocketError.ConnectionRefused } =>
            new(VSphereErrorKind.Unreachable, $"{server} refused the connection to port {Number(server.Port)}", error),
        _ => new(VSphereErrorKind.Unreachable, $"{server} could not be reached: {words.Line(Root(error).Message)}", error),
    };

    public VSphereException ConnectTimeout() =>
        new(VSphereErrorKind.Timeout, $"{server} did not accept a connection to port {Number(server.Port)} within {Seconds(options.ConnectTimeout)}");

    public VSphereException Faulted(string method, VSphereFault fault) => fault.Type switch
    {
        "NotAuthenticated" => new(VSphereErrorKind.NotAuthenticated, $"{server} ended the session", fault),
        "NoPermission" => new(VSphereErrorKind.NoPermission, $"{server} does not allow {method}{Privilege(fault)}: give the account a role that has it", fault),
        _ => new(VSphereErrorKind.Fault, $"{server} failed {method}: {(fault.Message.Length > 0 ? fault.Message + " " : "")}({fault.Type})", fault),
    };

    private static string Privilege(VSphereFault fault) =>
        fault.PrivilegeId is { } privilege
            ? $": the account lacks the privilege {privilege}" + (fault.Obj is { } on ? $" on {on}" : "")
            : "";

    private static Exception Root(Exception error) => error.GetBaseException();

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Seconds(TimeSpan time) => time.TotalSeconds.ToString("0.#", CultureInfo.InvariantCulture) + " s";
}
