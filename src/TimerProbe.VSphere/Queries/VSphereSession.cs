using System.Net;

namespace TimerProbe.VSphere.Queries;

/// <summary>A login, logged out when disposed, even after a cancellation. Reads may run at once and share its request places.</summary>
public sealed class VSphereSession : IAsyncDisposable
{
    private readonly SoapTransport _transport;
    private readonly Login _credential;
    private readonly SemaphoreSlim _loginLock = new(1);
    private int _logins;
    private bool _mayBeLoggedIn;

    private VSphereSession(VSphereServer server, Login credential, VSphereOptions options)
    {
        Server = server;
        Options = options;
        _credential = credential;
        _transport = new SoapTransport(server, options, new SecretFilter(credential.Password));
    }

    public VSphereServer Server { get; }

    public VSphereOptions Options { get; }

    public ServiceContent Content { get; private set; } = null!;

    public RequestMeter Total => _transport.Total;

    /// <summary>Server's clock minus this machine's at first login, known to half the round trip; null where that is not dated.</summary>
    internal TimeSpan? ClockSkew { get; private set; }

    internal string Key { get; private set; } = "";

    internal IReadOnlyList<Problem> Refusals => _transport.Context.Refusals();

    internal PathSupport PathSupport { get; } = new();

    /// <summary>Connects and logs in.</summary>
    /// <exception cref="VSphereException">The server cannot be reached, is not trusted, is not vSphere, or refuses the login.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled; no session is left behind.</exception>
    public static async Task<VSphereSession> ConnectAsync(
        VSphereServer server, Login credential, VSphereOptions options, CancellationToken cancellationToken)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(credential.UserName, nameof(credential));
        var session = new VSphereSession(server, credential, options);
        try
        {
            await session.GreetAsync(cancellationToken);
            await session.LoginAsync(cancellationToken);
            return session;
        }
        catch
        {
            await session.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_mayBeLoggedIn)
        {
            _mayBeLoggedIn = false;
            await TryAsync(Calls.Logout(Content.SessionManager!.Value), meter: null);
        }

        _transport.Dispose();
        _loginLock.Dispose();
    }

    internal async Task<T> ReadAsync<T>(Func<CancellationToken, Task<T>> read, CancellationToken cancellationToken)
    {
        var tries = 0;
        var (hasLoggedIn, isAgain) = (false, false);
        while (true)
        {
            var logins = Volatile.Read(ref _logins);
            try
            {
                return await read(cancellationToken);
            }
            catch (VSphereException ex) when (ex.Kind == VSphereErrorKind.NotAuthenticated && logins > 0 && !hasLoggedIn)
            {
                hasLoggedIn = true;
                await LoginAgainAsync(logins, cancellationToken);
            }
            catch (VSphereException ex) when (ex.IsPassing && ++tries < Options.Attempts)
            {
                await WaitAsync(tries, cancellationToken);
            }
            catch (VSphereException ex) when (ex.MayPass && !isAgain)
            {
                isAgain = true;
                await WaitAsync(tries: 1, cancellationToken);
            }
        }
    }

    private Task WaitAsync(int tries, CancellationToken cancellationToken) =>
        Task.Delay(Options.RetryDelay * Math.Pow(2, tries - 1) * (0.5 + Random.Shared.NextDouble()), Options.TimeProvider,
            cancellationToken);

    internal ProblemSubject Named => ProblemSubject.Server(Server.ToString());

    internal Task<T> SendAsync<T>(SoapCall call, Func<SoapReader, T> read, RequestMeter? meter, CancellationToken cancellationToken) =>
        _transport.SendAsync(call, read, meter, cancellationToken);

    internal Task<(HttpStatusCode Status, long From, ReadOnlyMemory<byte>? Bytes, long? Length)> GetAsync(
        string path, long from, int maxBytes, RequestMeter? meter, CancellationToken cancellationToken) =>
        ReadAsync(token => _transport.GetAsync(path, from, maxBytes, meter, token), cancellationToken);

    internal Task CleanUpAsync(SoapCall call, RequestMeter? meter, CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? Task.CompletedTask : TryAsync(call, meter);

    private async Task TryAsync(SoapCall call, RequestMeter? meter)
    {
        using var limit = new CancellationTokenSource(Options.LogoutTimeout, Options.TimeProvider);
        try
        {
            await SendAsync(call, Calls.Nothing, meter, limit.Token);
        }
        catch (Exception ex) when (ex is VSphereException or OperationCanceledException)
        {
            // The server ends what is unused by itself.
        }
    }

    private async Task GreetAsync(CancellationToken cancellationToken)
    {
        try
        {
            Content = await ReadAsync(token => _transport.SendAsync(
                Calls.RetrieveServiceContent, Calls.ServiceContent, meter: null, token, takesSession: true), cancellationToken);
        }
        catch (VSphereException ex) when (ex.Kind is VSphereErrorKind.BadAnswer or VSphereErrorKind.AnswerTooLarge
            or VSphereErrorKind.Fault or VSphereErrorKind.NotAuthenticated)
        {
            throw new VSphereException(VSphereErrorKind.NotVSphere, $"{Named} is not a vCenter or ESXi host: {ex.Problem}", Named, ex);
        }

        _transport.UseApiVersion(Content.About.ApiVersion);
    }

    private async Task LoginAsync(CancellationToken cancellationToken)
    {
        var manager = Content.SessionManager
            ?? throw new VSphereException(VSphereErrorKind.NotVSphere, $"{Named} allows no login: it has no session manager", Named);
        try
        {
            // A login that was sent and cancelled may have succeeded.
            _mayBeLoggedIn = true;
            var start = Options.TimeProvider.GetUtcNow();
            var (key, loginTime) = await SendLoginAsync(Calls.Login(manager, _credential), cancellationToken);
            var end = Options.TimeProvider.GetUtcNow();
            Key = key;
            ClockSkew ??= loginTime - (start + ((end - start) / 2));
            Interlocked.Increment(ref _logins);
        }
        catch (VSphereException ex)
        {
            _mayBeLoggedIn = ex.Fault is null;
            throw ErrorSentences.LoginFailed(ex, Server, _credential);
        }
        catch (ArgumentException)
        {
            throw new VSphereException(VSphereErrorKind.LoginRefused, $"{Named} cannot be sent this user name or password: it holds a control character", Named);
        }
    }

    private async Task<(string Key, DateTimeOffset? LoginTime)> SendLoginAsync(SoapCall login, CancellationToken cancellationToken)
    {
        Task<(string, DateTimeOffset?)> SendAsync() =>
            _transport.SendAsync(login, Calls.Session, meter: null, cancellationToken, takesSession: true);
        try
        {
            return await SendAsync();
        }
        catch (VSphereException ex) when ((ex.MayPass || ex.IsPassing) && ex.Fault?.Type is not ("InvalidLogin" or "PasswordExpired"))
        {
            await WaitAsync(tries: 1, cancellationToken);
            return await SendAsync();
        }
    }

    private async Task LoginAgainAsync(int loginsSeen, CancellationToken cancellationToken)
    {
        await _loginLock.WaitAsync(cancellationToken);
        try
        {
            if (_logins == loginsSeen)
            {
                await LoginAsync(cancellationToken);
            }
        }
        finally
        {
            _loginLock.Release();
        }
    }
}
