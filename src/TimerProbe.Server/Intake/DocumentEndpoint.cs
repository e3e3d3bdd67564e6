using System.Collections.Concurrent;
using System.Globalization;
using System.Net.Mime;
using System.Security.Claims;
using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.Net.Http.Headers;

namespace TimerProbe.Server.Intake;

/// <summary>Takes a submitted document, and answers when it is committed.</summary>
internal sealed class DocumentEndpoint(DocumentWriter documents, IntakeLimits limits, MachineBindings bindings, TimeProvider time)
{
    private static readonly TimeSpan Commit = TimeSpan.FromSeconds(10);

    private const int PartBytes = 16_384;

    public async Task<IResult> PostAsync(HttpContext context)
    {
        if (!IsJson(context.Request))
        {
            return Problem(StatusCodes.Status415UnsupportedMediaType, "The body is a document as application/json in UTF-8, not packed.");
        }

        var most = IntakeLimits.MostBytes(context.User);
        if (context.Request.ContentLength > most)
        {
            return TooLarge();
        }

        using var lease = limits.Enter(context.User, (int)(context.Request.ContentLength ?? most), out var again);
        if (lease is null)
        {
            return TooMany(context, again);
        }

        try
        {
            return await PostAsync(context, await ReadAsync(context, most));
        }
        catch (BadHttpRequestException cut) when (cut.StatusCode == StatusCodes.Status413PayloadTooLarge)
        {
            return TooLarge();
        }
        catch (BadHttpRequestException cut)
        {
            return Problem(cut.StatusCode, cut.Message);
        }
        catch (JsonException wrong)
        {
            return Problem(StatusCodes.Status400BadRequest, $"This is no document of timerprobe: {wrong.Message}");
        }
    }

    private async Task<IResult> PostAsync(HttpContext context, SubmittedDocument document)
    {
        if (document.IsAnonymized)
        {
            return Problem(
                StatusCodes.Status400BadRequest,
                "The document has pseudonyms in place of names: what they stand for would look like other machines. Leave out --anonymize.");
        }

        try
        {
            if (await bindings.WhyNotAsync(context, document).WaitAsync(Commit, time, context.RequestAborted) is { } why)
            {
                return Problem(StatusCodes.Status403Forbidden, why);
            }

            return await documents.AddAsync(document).WaitAsync(Commit, time, context.RequestAborted) switch
            {
                Receipt.New => Taken(document, StatusCodes.Status201Created),
                Receipt.Known => Taken(document, StatusCodes.Status200OK),
                _ => TooMany(context, TimeSpan.FromSeconds(1)),
            };
        }
        catch (StoreException useless) when (useless.Kind == StoreErrorKind.NotKept)
        {
            return Problem(StatusCodes.Status400BadRequest, "The store has no place for a value of this document.");
        }
        catch (Exception away) when (away is StoreException or TimeoutException or OperationCanceledException)
        {
            return Later(context, StatusCodes.Status503ServiceUnavailable, ServerContext.StoreRetryAfter, ServerContext.StoreUnavailable);
        }
    }

    private async Task<SubmittedDocument> ReadAsync(HttpContext context, int most)
    {
        using var patience = new CancellationTokenSource(IntakeLimits.Arrival, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, context.RequestAborted);
        using var body = new MemoryStream((int)(context.Request.ContentLength ?? PartBytes));
        var part = new byte[Math.Min(body.Capacity, PartBytes)];
        try
        {
            // By the server's own limit the connection ends in the middle of the body, and nobody reads the answer.
            while (await context.Request.Body.ReadAsync(part, either.Token) is > 0 and var read)
            {
                if (read > most - body.Length)
                {
                    throw TooManyBytes();
                }

                body.Write(part, 0, read);
            }
        }
        catch (OperationCanceledException late) when (patience.IsCancellationRequested)
        {
            throw new BadHttpRequestException("The document did not arrive in time.", StatusCodes.Status408RequestTimeout, late);
        }
        catch (IOException odd) when (odd is not BadHttpRequestException)
        {
            // A chunk of 2 GB and more is none of the server's bad requests.
            throw new BadHttpRequestException("The body is not framed as HTTP says.", odd);
        }

        var document = SubmittedDocument.Read(body.ToArray());
        return body.Length <= IntakeLimits.OfMachine || document.Kind == RunKinds.Scan
            ? document
            : throw TooManyBytes();
    }

    private static BadHttpRequestException TooManyBytes() => new("It is too large.", StatusCodes.Status413PayloadTooLarge);

    private static bool IsJson(HttpRequest request) =>
        MediaTypeHeaderValue.TryParse(request.ContentType, out var type)
        && type.MediaType.Equals(MediaTypeNames.Application.Json, StringComparison.OrdinalIgnoreCase)
        && (!type.Charset.HasValue || type.Charset.Equals("utf-8", StringComparison.OrdinalIgnoreCase))
        && request.Headers.ContentEncoding.Count == 0;

    private static IResult Taken(SubmittedDocument document, int status) =>
        Results.Json(new HandedIn(document.Id), IntakeJson.Default.HandedIn, statusCode: status);

    private static IResult TooMany(HttpContext context, TimeSpan again) =>
        Later(context, StatusCodes.Status429TooManyRequests, again, "More documents come than are taken at once.");

    private static IResult TooLarge() => Problem(
        StatusCodes.Status413PayloadTooLarge,
        string.Create(
            CultureInfo.InvariantCulture,
            $"A document has at most {IntakeLimits.OfMachine:N0} bytes, and a scan, by a token of no machine, {IntakeLimits.OfScan:N0}."));

    private static IResult Later(HttpContext context, int status, TimeSpan again, string why)
    {
        context.Response.Headers.RetryAfter = ((long)Math.Ceiling(again.TotalSeconds)).ToString(CultureInfo.InvariantCulture);
        return Problem(status, why);
    }

    private static IResult Problem(int status, string why) => Results.Problem(why, statusCode: status);
}

internal sealed record HandedIn(Guid Id);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(HandedIn))]
internal sealed partial class IntakeJson : JsonSerializerContext;

internal static class IntakeRoutes
{
    public const string Documents = "/api/v1/documents";

    public static IServiceCollection AddIntake(this IServiceCollection services)
    {
        services.AddSingleton<IntakeLimits>();
        services.AddSingleton<MachineBindings>();
        services.AddSingleton<DocumentEndpoint>();
        services.AddSingleton<DocumentWriter>();
        services.AddHostedService(all => all.GetRequiredService<DocumentWriter>());
        services.AddSingleton<AlertSender>();
        services.AddHostedService(all => all.GetRequiredService<AlertSender>());
        services.AddHostedService<SilentWatches>();
        return services;
    }

    public static void MapIntake(this IEndpointRouteBuilder routes) =>
        routes.MapPost(Documents, (HttpContext context, DocumentEndpoint documents) => documents.PostAsync(context))
            .RequireScope(Scope.Submit)
            .WithSummary("Hand in what a guest measured")
            .Produces<HandedIn>()
            .Produces<HandedIn>(StatusCodes.Status201Created)
            .ProducesProblem(StatusCodes.Status400BadRequest)
            .ProducesProblem(StatusCodes.Status408RequestTimeout)
            .ProducesProblem(StatusCodes.Status413PayloadTooLarge)
            .ProducesProblem(StatusCodes.Status415UnsupportedMediaType);
}

/// <summary>
/// Binds a token of one machine to that machine: its name, and its SMBIOS UUID, which was given with it or is that of its
/// first document. A document of another machine is noted in the audit trail.
/// </summary>
internal sealed class MachineBindings(FleetStore store, KnownTokens tokens, AuditTrail audit, TimeProvider time)
{
    /// <summary>For each token: a refused client comes again at once.</summary>
    private static readonly TimeSpan NotedEvery = TimeSpan.FromMinutes(1);

    private const int Most = 20_000;

    private readonly ConcurrentDictionary<string, long> _noted = new(StringComparer.Ordinal);

    /// <summary>Why a document is refused, by the names of both machines; null where it is not.</summary>
    /// <exception cref="StoreException">The store cannot be asked.</exception>
    public async Task<string?> WhyNotAsync(HttpContext context, SubmittedDocument document)
    {
        if (context.User.FindFirstValue(AccessClaims.Machine) is not { } machine)
        {
            return null;
        }

        var token = context.User.FindFirstValue(AccessClaims.Token)!;
        var bound = context.User.FindFirstValue(AccessClaims.SmbiosUuid);
        if (bound is null && document.SmbiosUuid is { } reported && document.IsOf(machine, smbiosUuid: null))
        {
            // Null: another machine is bound to this UUID, and this one is known by none.
            bound = await store.Tokens.BindAsync(token, machine, reported, context.RequestAborted) ?? "";
            tokens.Forget(token);
        }

        if (document.IsOf(machine, bound))
        {
            return null;
        }

        await NoteAsync(context, document, token, machine);
        return PlainText.OneLine(document.Kind == RunKinds.Scan
            ? $"A scan takes a token that is bound to no machine: this one is for {machine}."
            : $"The document is of another machine than the token is for: it is of {Known(document.Name, document.SmbiosUuid)}, the token for {Known(machine, bound)}.");
    }

    private static string Known(string? name, string? uuid) => $"{name ?? "no name"}{(uuid is { Length: > 0 } ? $" ({uuid})" : "")}";

    private async Task NoteAsync(HttpContext context, SubmittedDocument document, string token, string machine)
    {
        if (_noted.TryGetValue(token, out var at) && time.GetElapsedTime(at) < NotedEvery)
        {
            return;
        }

        if (_noted.Count >= Most)
        {
            _noted.Clear();
        }

        _noted[token] = time.GetTimestamp();
        await audit.RecordAsync(
            context.User.Identity?.Name ?? machine,
            AuditTrail.AddressOf(context),
            AuditTrail.DocumentRefused,
            token,
            PlainText.OneLine($"{document.Kind} of {document.Name}, {document.SmbiosUuid ?? "without UUID"}, by what is for {machine}"));
    }
}
