using TimerProbe.Core.Problems;
using static TimerProbe.Core.Problems.ProblemArgument;

namespace TimerProbe.VSphere.Soap;

internal static class LoginErrors
{
    public static VSphereException Describe(VSphereException error, VSphereServer server, VSphereCredential credential) =>
        error.Fault is { } fault
            ? OfFault(
                error,
                fault,
                Problem.Create(error.Kind, $"{Server(server.ToString())} refused the login of {Account(credential.UserName)}"))
            : error;

    private static VSphereException OfFault(VSphereException error, VSphereFault fault, Problem refused) => fault.Type switch
    {
        "InvalidLogin" =>
            new(VSphereErrorKind.LoginRefused, $"{refused}: the user name or the password is wrong, or the account is locked", fault),
        "NoPermission" =>
            new(VSphereErrorKind.NoPermission,
                $"{refused}: the account has no role there; Read-only on the top of the inventory is enough",
                fault),
        "PasswordExpired" => new(VSphereErrorKind.LoginRefused, $"{refused}: the password has expired", fault),
        _ when IsSessionLimit(fault) =>
            new(VSphereErrorKind.SessionLimit, $"{refused}: it accepts no more sessions ({Words(fault.Message)})", fault),
        _ => new(error.Kind, $"{refused}: {Words(fault.Message)} ({Term(fault.Type)})", fault),
    };

    private static bool IsSessionLimit(VSphereFault fault) =>
        fault.Message.Contains("session", StringComparison.OrdinalIgnoreCase)
        && (fault.Type == "OutOfBounds"
            || fault.Message.Contains("limit", StringComparison.OrdinalIgnoreCase)
            || fault.Message.Contains("maximum", StringComparison.OrdinalIgnoreCase)
            || fault.Message.Contains("too many", StringComparison.OrdinalIgnoreCase));
}
