namespace TimerProbe.VSphere.Soap;

/// <summary>The sentences about a login that failed. A server that sends the password back is not quoted.</summary>
internal static class LoginErrors
{
    public static VSphereException Describe(VSphereException error, VSphereServer server, VSphereCredential credential)
    {
        var refused = $"{server} refused the login of {credential.UserName}";
        var described = error.Fault is { } fault ? OfFault(error, fault, refused) : error;
        if (credential.Password.Length == 0 || !Quotes(described, fault: error.Fault).Contains(credential.Password, StringComparison.Ordinal))
        {
            return described;
        }

        return IsOurs(error.Fault)
            ? new VSphereException(described.Kind, described.Message)
            : new VSphereException(described.Kind, $"{refused}, and its answer is not shown because it holds the password");
    }

    /// <summary>Whether the sentence of a fault is this program's own: then it quotes nothing, whatever the password is.</summary>
    private static bool IsOurs(VSphereFault? fault) => fault?.Type is "InvalidLogin" or "NoPermission" or "PasswordExpired";

    private static string Quotes(VSphereException described, VSphereFault? fault) => IsOurs(fault) ? fault!.ToString() : described.ToString();

    private static VSphereException OfFault(VSphereException error, VSphereFault fault, string refused) => fault.Type switch
    {
        "InvalidLogin" => new(VSphereErrorKind.LoginRefused, refused + ": the user name or the password is wrong, or the account is locked", fault),
        "NoPermission" => new(VSphereErrorKind.NoPermission, refused + ": the account has no role there; Read-only on the top of the inventory is enough", fault),
        "PasswordExpired" => new(VSphereErrorKind.LoginRefused, refused + ": the password has expired", fault),
        _ when IsSessionLimit(fault) => new(VSphereErrorKind.SessionLimit, $"{refused}: it accepts no more sessions ({fault.Message})", fault),
        _ => new(error.Kind, $"{refused}: {fault.Message} ({fault.Type})", fault),
    };

    private static bool IsSessionLimit(VSphereFault fault) =>
        fault.Message.Contains("session", StringComparison.OrdinalIgnoreCase)
        && (fault.Type == "OutOfBounds"
            || fault.Message.Contains("limit", StringComparison.OrdinalIgnoreCase)
            || fault.Message.Contains("maximum", StringComparison.OrdinalIgnoreCase)
            || fault.Message.Contains("too many", StringComparison.OrdinalIgnoreCase));
}
