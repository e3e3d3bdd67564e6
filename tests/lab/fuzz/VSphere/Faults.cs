namespace TimerProbe.Fuzz.VSphere;

/// <summary>Faults in place of an answer, which may say the password back.</summary>
internal static class Faults
{
    private static readonly string[] Types =
    [
        "NotAuthenticated", "NoPermission", "InvalidLogin", "PasswordExpired", "InvalidProperty", "ManagedObjectNotFound", "OutOfBounds", "SystemError", "InvalidArgument", "RuntimeFault",
    ];

    public static byte[] Make(FuzzCase fuzz)
    {
        var type = fuzz.OneIn(8) ? OddTexts.Any(fuzz.Random) : fuzz.Pick(Types);
        var message = fuzz.OneIn(2) ? OddTexts.Spelling(fuzz.Random, CaseJudge.Password) : OddTexts.Any(fuzz.Random);
        var member = fuzz.Pick(["name", "privilegeId", "obj", "object", "invalidProperty", "reason"]);
        var value = fuzz.Random.Next(4) switch
        {
            0 => OddTexts.Spelling(fuzz.Random, CaseJudge.Password),
            1 => OddTexts.Any(fuzz.Random),
            2 => fuzz.Pick(["config.uuid", "runtime.host", "name", "hardware.cpuInfo.hz", "config", "System.View"]),
            _ => "vm-1",
        };
        fuzz.Story.Add($"  a fault {type}: {message} ({member} {value})");
        var element = type.All(char.IsAsciiLetter) ? type : "Other";
        return System.Text.Encoding.UTF8.GetBytes(
            $"""<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><e:Body><e:Fault><faultcode>x</faultcode><faultstring>{XmlTokens.Spelled(message)}</faultstring><detail><{element}Fault xmlns="urn:vim25" xsi:type="{XmlTokens.Spelled(type)}"><{member} type="VirtualMachine">{XmlTokens.Spelled(value)}</{member}></{element}Fault></detail></e:Fault></e:Body></e:Envelope>""");
    }
}
