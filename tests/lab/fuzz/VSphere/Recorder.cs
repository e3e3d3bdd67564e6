namespace TimerProbe.Fuzz.VSphere;

/// <summary>Stands between the program and the simulated vCenter once, and keeps what that answers.</summary>
internal static partial class Recorder
{
    private const int KeptOneIn = 20;

    public static async Task RunAsync(string folder)
    {
        using var vcenter = await VcsimProcess.StartAsync(
            VcsimProcess.ProgramIn(Repository.Root), ["--scenario", "labelled", "--now", "2026-11-20T12:00:00Z", "--password", CaseJudge.Password], CancellationToken.None);
        var trust = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
        trust.CustomTrustStore.ImportFromPemFile(vcenter.CaFile);
        using var handler = new SocketsHttpHandler { UseCookies = false, SslOptions = { CertificateChainPolicy = trust } };
        using var http = new HttpClient(handler) { BaseAddress = vcenter.Url };
        var cookie = "";
        var names = new Dictionary<string, int>();
        await using var server = await RawHttpsServer.StartAsync(StubCertificates.Loopback, async (request, output, cancellationToken) =>
        {
            using var content = new StringContent(request, Encoding.UTF8, "text/xml");
            using var message = new HttpRequestMessage(HttpMethod.Post, vcenter.Url) { Content = content };
            message.Headers.TryAddWithoutValidation("Cookie", cookie);
            using var answer = await http.SendAsync(message, cancellationToken);
            cookie = answer.Headers.TryGetValues("Set-Cookie", out var cookies) ? cookies.Last().Split(';')[0] : cookie;
            var body = await answer.Content.ReadAsByteArrayAsync(cancellationToken);
            var name = RecordedAnswers.GetName(request);
            lock (names)
            {
                var turn = names[name] = names.GetValueOrDefault(name) + 1;
                File.WriteAllText(Path.Combine(folder, $"{name}.{turn}.xml"), Thinned(Encoding.UTF8.GetString(body)));
            }

            var sent = RecordedVCenter.Sent(body);
            await output.WriteAsync(sent.Bytes, cancellationToken);
            return sent.Kept;
        });
        Environment.SetEnvironmentVariable("TIMERPROBE_VCENTER_PASSWORD", CaseJudge.Password);
        await ProgramUnderTest.RunAsync(
            "scan", server.Url.Authority, "--user", vcenter.User, "--thumbprint", StubCertificates.Sha256(StubCertificates.Loopback), "--performance");
    }

    /// <summary>Of the hundred options of each machine, and the counters that nobody asks for, a few are enough.</summary>
    private static string Thinned(string answer)
    {
        var number = 0;
        return Unasked().Replace(answer, element => element.Value.Contains("tsc", StringComparison.OrdinalIgnoreCase)
            || element.Value.Contains(">cpu<", StringComparison.Ordinal)
            || element.Value.Contains("Control", StringComparison.OrdinalIgnoreCase) || number++ % KeptOneIn == 0 ? element.Value : "");
    }

    [GeneratedRegex("<(?<name>OptionValue|PerfCounterInfo)[ >].*?</\\k<name>>",
        RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant | RegexOptions.Singleline, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Unasked();
}
