namespace TimerProbe.VSphere.Tests;

/// <summary>The shortest question there is: whatever is true of it is true of any.</summary>
internal static class SessionQuestions
{
    private static readonly SoapCall CurrentTime = new("CurrentTime", new ManagedObjectReference("ServiceInstance", "ServiceInstance"));

    public static Task<string> AskTimeAsync(this VSphereSession session, CancellationToken cancellationToken) =>
        session.ReadAsync(token => session.SendAsync(CurrentTime, Read, meter: null, token), cancellationToken);

    private static string Read(SoapReader soap)
    {
        var text = "";
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            text = soap.Text();
        }

        return text;
    }
}
