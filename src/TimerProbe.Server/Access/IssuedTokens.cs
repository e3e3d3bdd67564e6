namespace TimerProbe.Server.Access;

/// <summary>Makes tokens and revokes them, and keeps a trail of both.</summary>
internal sealed class IssuedTokens(FleetStore store, AuditTrail audit)
{
    private static readonly TimeSpan LifetimeOfFirst = TimeSpan.FromDays(30);

    public static void Map(IEndpointRouteBuilder routes) => routes.MapDelete("/api/v1/tokens/{id}", RevokeByRouteAsync)
        .RequireScope(Scope.Admin)
        .WithSummary("Revoke a token")
        .Produces(StatusCodes.Status204NoContent)
        .ProducesProblem(StatusCodes.Status404NotFound);

    /// <summary>Makes a token, named for the machine or person it is given to; its text can be shown only now.</summary>
    /// <param name="machine">The one machine that it may write about; null for any.</param>
    /// <param name="smbiosUuid">That machine's SMBIOS UUID; null to take it from its first document.</param>
    /// <param name="lifetime">How long it is good; null for ever.</param>
    /// <exception cref="UseCaseException">What is asked for makes no sense.</exception>
    public async Task<AccessToken> MakeAsync(
        string name, IReadOnlyList<Scope> scopes, string? machine, Guid? smbiosUuid, TimeSpan? lifetime, string actor,
        CancellationToken cancellationToken)
    {
        if (machine is not null && scopes is not [Scope.Submit])
        {
            throw new UseCaseException(
                ExitCode.Usage, "a token of one machine is for handing in documents only: use --scope submit alone with --machine");
        }

        if (machine is null && smbiosUuid is not null)
        {
            throw new UseCaseException(ExitCode.Usage, "--smbios-uuid needs --machine: both say which machine the token is for");
        }

        if (machine is not null && string.IsNullOrWhiteSpace(machine))
        {
            throw new UseCaseException(ExitCode.Usage, "--machine takes the name of a machine, and was given none");
        }

        return (await AddAsync(name, scopes, machine, smbiosUuid, lifetime, actor, onlyFirst: false, cancellationToken))!;
    }

    /// <summary>Makes the token of a store that had none: without it nobody could sign in to make others.</summary>
    public async Task<AccessToken?> MakeFirstAsync(CancellationToken cancellationToken) =>
        (await store.Tokens.ListAsync(cancellationToken)).Count > 0
            ? null
            : await AddAsync(
                "first", Enum.GetValues<Scope>(), machine: null, smbiosUuid: null, LifetimeOfFirst, "timerprobe-server", onlyFirst: true,
                cancellationToken);

    /// <summary>Writes the text of a new token, and revokes the token if that fails: nobody could use it.</summary>
    /// <exception cref="UseCaseException">It could not be written.</exception>
    public async Task ShowAsync(AccessToken token, TextWriter output, string introduction = "")
    {
        try
        {
            await output.WriteLineAsync(introduction + token.Text);
        }
        catch (UseCaseException ex)
        {
            await RevokeAsync(token.Id, "timerprobe-server", address: null, CancellationToken.None);
            throw new UseCaseException(ExitCode.NotPossible, $"{ex.Message}; the token that nobody has seen is revoked", ex);
        }
    }

    /// <summary>Takes an id or a whole token; false when it already was revoked. It can be cancelled only before it revokes.</summary>
    /// <exception cref="UseCaseException">There is no such token.</exception>
    public async Task<bool> RevokeAsync(string named, string actor, string? address, CancellationToken cancellationToken)
    {
        var id = AccessToken.Parse(named)?.Id ?? named;
        if ((await store.Tokens.FindAsync(id, cancellationToken)).Token is not { } token)
        {
            throw new UseCaseException(ExitCode.Usage, "the store has no such token; timerprobe-server tokens list shows their ids");
        }

        // From here it cannot be cancelled: what is done is in the trail.
        if (!await store.Tokens.RevokeAsync(id, CancellationToken.None))
        {
            return false;
        }

        await audit.RecordAsync(actor, address, AuditTrail.TokenRevoked, id, token.Name);
        return true;
    }

    private async Task<AccessToken?> AddAsync(
        string name, IReadOnlyList<Scope> scopes, string? machine, Guid? smbiosUuid, TimeSpan? lifetime, string actor, bool onlyFirst,
        CancellationToken cancellationToken)
    {
        var token = AccessToken.New();
        var named = scopes.Distinct().Select(scope => scope.ToDocumentName()).ToList();
        var saved = new ServerToken(token.Id, name, token.Hash, named)
        {
            Machine = machine?.Trim(),
            SmbiosUuid = smbiosUuid?.ToString(),
            CreatedBy = actor
        };
        cancellationToken.ThrowIfCancellationRequested();
        if (await store.Tokens.AddAsync(saved, lifetime, onlyFirst, CancellationToken.None) is null)
        {
            return null;
        }

        await audit.RecordAsync(actor, address: null, AuditTrail.TokenMade, token.Id, $"{name}: {string.Join(' ', named)}");
        return token;
    }

    private static async Task<IResult> RevokeByRouteAsync(string id, HttpContext context, IssuedTokens issued, KnownTokens known)
    {
        try
        {
            await issued.RevokeAsync(
                id, context.User.FindFirstValue(ClaimTypes.Name)!, AuditTrail.GetAddress(context), context.RequestAborted);
        }
        catch (UseCaseException ex)
        {
            return Results.Problem(ex.Message, statusCode: StatusCodes.Status404NotFound);
        }

        known.Forget(AccessToken.Parse(id)?.Id ?? id);
        return Results.NoContent();
    }
}
